import { subscriptionChange, type SubscriptionView } from '@walkon/contracts/http/alerts'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { parkDateAt } from '../lib/park-time.ts'
import { serveIdentity, wasSignedIn } from './identity.ts'
import { serveManagePage } from './manage-page.ts'
import { serveQuotes } from './order-form.ts'
import { aRide, aSubscription, aWatch, MAGIC_KINGDOM, serveParks } from './samples.ts'
import { server } from './server.ts'

export const SPACE = aRide({ name: 'Space Mountain', popularity: 2, waitMinutes: 15 })
export const PIRATES = aRide({ name: 'Pirates', popularity: 1, waitMinutes: 40 })
export const PAGE = `/get-alerts?park=${MAGIC_KINGDOM}`
export const TODAY = parkDateAt(new Date(), 'America/New_York')

/** A pass of today that watches one of two rides. */
export const watching = (overrides: Partial<SubscriptionView> = {}) =>
  aSubscription({
    dates: [TODAY],
    startDate: TODAY,
    endDate: TODAY,
    windows: [
      {
        startsAt: new Date(Date.now() - 3_600_000).toISOString(),
        endsAt: new Date(Date.now() + 23 * 3_600_000).toISOString(),
      },
    ],
    watches: [
      { ...aWatch('Space Mountain'), rideId: SPACE.rideId },
      { ...aWatch('Pirates', { active: false }), rideId: PIRATES.rideId },
    ],
    ...overrides,
  })

/** An alert-evaluator that remembers. `changes` holds what it was asked to change. */
export function serveSubscriptions(given: SubscriptionView[], refuse?: () => Response) {
  let kept = given
  const changes: unknown[] = []
  server.use(
    http.get('*/api/alerts/subscriptions', () => HttpResponse.json(kept)),
    http.patch('*/api/alerts/subscriptions/:id', async ({ request }) => {
      const change = subscriptionChange.parse(await request.json())
      changes.push(change)
      if (refuse) return refuse()
      kept = kept.map((each) => ({
        ...each,
        active: change.active ?? each.active,
        watches: each.watches.map((watch) => ({
          ...watch,
          ...(change.watches?.find(({ rideId }) => rideId === watch.rideId) as typeof watch | undefined),
        })),
      }))
      return HttpResponse.json(kept[0])
    }),
  )
  return { changes, set: (next: SubscriptionView[]) => (kept = next) }
}

/** A visitor who is signed in and has nothing yet. */
export function serveGetAlerts() {
  serveParks([SPACE, PIRATES])
  serveManagePage()
  serveQuotes()
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  serveSubscriptions([])
}

export const ride = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
export const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
