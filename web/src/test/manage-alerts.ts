import {
  subscriptionChange,
  type SubscriptionChange,
  type SubscriptionView,
} from '@walkon/contracts/http/alerts'
import type { LiveRide } from '@walkon/contracts/http/parks'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { anEmailWay, TOKEN } from './manage-page.ts'
import { servePush } from './push.ts'
import { anAlert, refusal, serveParks } from './samples.ts'
import { server } from './server.ts'

/** Manage Alerts behind the link of a mail, with its services at their wire. */

/** The token of the link, of one park (a JWE), or of an account that is signed in (a JWT). */
function guarded(request: Request, answer: () => Response): Response {
  const [, token = ''] = (request.headers.get('authorization') ?? '').split(' ')
  return token === TOKEN || [3, 5].includes(token.split('.').length) ? answer() : refusal('unauthorized')
}

/** The rule of alert-evaluator: an active park without rides gets all of them. */
function afterChange(subscription: SubscriptionView, { active, watches = [] }: SubscriptionChange) {
  const isActive = active ?? subscription.active
  const chosen = subscription.watches.map((watch) => {
    const { active: isWatched, ...limits } = watches.find(({ rideId }) => rideId === watch.rideId) ?? watch
    return { ...watch, ...limits, active: isWatched }
  })
  const allRidesEnabled = isActive && chosen.every((watch) => !watch.active)
  const kept = allRidesEnabled ? chosen.map((watch) => ({ ...watch, active: true })) : chosen
  return { ...subscription, active: isActive, allRidesEnabled, watches: kept } as SubscriptionView
}

/** An alert-evaluator and a notifier that remember, and know one token, and a board of its park. */
export function serveAlerts(subscriptions: SubscriptionView[], alerts = [anAlert()], rides: LiveRide[] = []) {
  serveParks(rides)
  servePush()
  let [saved, history] = [subscriptions, alerts]
  const changes: unknown[] = []
  server.use(
    http.get('*/api/alerts/subscriptions', ({ request }) => guarded(request, () => HttpResponse.json(saved))),
    http.patch('*/api/alerts/subscriptions/:id', async ({ request, params }) => {
      const change = subscriptionChange.parse(await request.clone().json())
      changes.push(change)
      saved = saved.map((subscription) =>
        subscription.id === params['id'] ? afterChange(subscription, change) : subscription,
      )
      return guarded(request, () => HttpResponse.json(saved.find(({ id }) => id === params['id'])))
    }),
    http.get('*/api/alerts/preferences', ({ request }) =>
      guarded(request, () => HttpResponse.json({ quietHours: null, pausedParks: [] })),
    ),
    http.get('*/api/alerts/ended', ({ request }) => guarded(request, () => HttpResponse.json([]))),
    http.get('*/api/alerts/cover', ({ request }) =>
      guarded(request, () => HttpResponse.json({ coveredUntil: null })),
    ),
    http.get('*/api/notifications/ways', () => HttpResponse.json({ email: anEmailWay(), numbers: [] })),
    http.get('*/api/notifications/history', ({ request }) =>
      guarded(request, () => HttpResponse.json(history)),
    ),
    http.delete('*/api/notifications/history', ({ request }) => {
      history = []
      return guarded(request, () => new HttpResponse(null, { status: 204 }))
    }),
  )
  return changes
}

/** Serves the state that another device has left. */
export const serveOnce = (subscription: SubscriptionView) =>
  server.use(http.get('*/api/alerts/subscriptions', () => HttpResponse.json([subscription]), { once: true }))

export const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save Changes' })
export const park = () => screen.findByRole('switch', { name: 'Alerts for Magic Kingdom Park' })
export const findRide = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
export const ride = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
export const limitOf = (name: string) =>
  screen.getByRole('button', { name: new RegExp(`^Alert at .*${name}$`) })
