import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { findRide, park, serveAlerts } from '../test/manage-alerts.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { LINK } from '../test/manage-page.ts'
import { renderApp } from '../test/render-app.tsx'
import { aSubscription, aWatch, anAlert, refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

test('loading the page writes nothing, also where no ride is watched', async () => {
  const changes = serveAlerts([aSubscription({ watches: [aWatch('Space Mountain', { active: false })] })])
  renderApp(LINK)
  expect((await findRide('Space Mountain')).checked).toBe(false)
  expect(changes).toEqual([])
})

test('the days of the passes are named, and not those between them', async () => {
  serveAlerts([
    aSubscription({
      startDate: '2026-11-21',
      endDate: '2026-11-23',
      dates: ['2026-11-21', '2026-11-23'],
      windows: [
        { startsAt: '2026-11-21T14:00:00Z', endsAt: '2026-11-22T14:00:00Z' },
        { startsAt: '2026-11-24T00:08:00Z', endsAt: '2026-11-25T00:08:00Z' },
      ],
    }),
  ])
  renderApp(LINK)
  expect(await screen.findByText('Email, November 21 and 23, until Tue, Nov 24, 7:08 pm EST')).toBeDefined()
})

test('subscriptions that have ended are hidden', async () => {
  serveAlerts([aSubscription({ state: 'ended', watches: [aWatch('Space Mountain', { active: false })] })])
  renderApp(LINK)
  expect(await screen.findByText('No alerts are running')).toBeDefined()
})

/** Answers of alert-evaluator between an order and the news of its pass. */
const BEFORE_THE_NEWS = {
  'nothing yet': [() => HttpResponse.json([])],
  'an earlier pass that has ended': [() => HttpResponse.json([aSubscription({ state: 'ended' })])],
  'nothing, and then nothing at all': [() => HttpResponse.json([]), () => refusal('unavailable')],
}

test.for(Object.entries(BEFORE_THE_NEWS))(
  'alerts of an order that was just confirmed come by themselves where the page found %s',
  async ([, before]) => {
    serveAlerts([aSubscription()])
    const answers = [...before]
    server.use(http.get('*/api/alerts/subscriptions', () => answers.shift()?.()))
    renderApp(LINK)
    expect(await screen.findByText('No alerts are running')).toBeDefined()
    expect(await park()).toBeDefined()
    expect(screen.queryByText('No alerts are running')).toBeNull()
  },
)

/** The page of a visitor who is signed in. */
function renderOwn() {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  return renderApp('/manage-alerts')
}

test('the recent alerts can be cleared, and the focus stays with them', async () => {
  serveAlerts([aSubscription({ watches: [aWatch('Jungle Cruise')] })])
  const { user } = renderOwn()
  const recent = await screen.findByRole('region', { name: 'Recent alerts' })
  expect(await within(recent).findByText('Space Mountain')).toBeDefined()
  await user.click(within(recent).getByRole('button', { name: 'Clear' }))
  expect(await within(recent).findByText('Cleared')).toBeDefined()
  await expectFocusOn(within(recent).getByRole('heading', { name: 'Recent alerts' }))
})

test('who came by a link, which can be forwarded, clears the alerts in their own tab alone', async () => {
  serveAlerts([aSubscription({ watches: [aWatch('Jungle Cruise')] })])
  const asked: string[] = []
  server.use(
    http.delete('*/api/notifications/history', ({ request }) => {
      asked.push(request.url)
      return refusal('unauthorized')
    }),
  )
  const { user, unmount } = renderApp(LINK)
  await user.click(await screen.findByRole('button', { name: 'Clear' }))
  expect(await screen.findByText('Cleared')).toBeDefined()
  unmount()
  renderApp(LINK)
  expect(await screen.findByText('No alerts yet today')).toBeDefined()
  expect(asked).toEqual([])
})

test('a reopening is called so whatever its wait, a wait of 0 a walk-on, and a ride that is probably done for today so too', async () => {
  serveAlerts(
    [aSubscription()],
    [
      anAlert({ rideName: 'Haunted Mansion', kind: 'reopened', waitMinutes: 45 }),
      anAlert({ rideName: 'Jungle Cruise', waitMinutes: 0 }),
      anAlert({ rideName: 'Splash Zone', kind: 'probably-done', waitMinutes: null }),
    ],
  )
  renderApp(LINK)
  const rowOf = async (name: string) => (await screen.findByText(name)).closest('li')?.textContent
  expect(await rowOf('Haunted Mansion')).toMatch(/reopened$/)
  expect(await rowOf('Jungle Cruise')).toMatch(/Walk on$/)
  expect(await rowOf('Splash Zone')).toMatch(/probably done$/)
})

test('the alerts that were folded away get the focus when they are shown', async () => {
  const rides = ['Space Mountain', 'Haunted Mansion', 'Jungle Cruise', 'Peter Pan’s Flight', 'Splash Zone']
  serveAlerts(
    [aSubscription()],
    rides.map((rideName) => anAlert({ rideName })),
  )
  const { user } = renderApp(LINK)
  await user.click(await screen.findByRole('button', { name: 'Show all 5' }))
  const fourth = screen.getByText('Peter Pan’s Flight').closest('li')
  await waitFor(() => expect(document.activeElement).toBe(fourth))
})

test('a list that could not be cleared comes back with a word', async () => {
  serveAlerts([aSubscription({ watches: [aWatch('Jungle Cruise')] })])
  server.use(http.delete('*/api/notifications/history', () => refusal('internal')))
  const { user } = renderOwn()
  await user.click(await screen.findByRole('button', { name: 'Clear' }))
  expect(await screen.findByText('Not cleared. Please try again.')).toBeDefined()
  expect(screen.getByText('Space Mountain')).toBeDefined()
})
