import type { AlertPreferences } from '@walkon/contracts/http/alert-preferences'
import type { EndedAlerts } from '@walkon/contracts/http/alerts'
import { cleanup, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { button, PAGE, PIRATES, serveGetAlerts, serveSubscriptions, watching } from '../test/get-alerts.ts'
import { anEmailWay } from '../test/manage-page.ts'
import { renderApp } from '../test/render-app.tsx'
import { aWatch, MAGIC_KINGDOM } from '../test/samples.ts'
import { server } from '../test/server.ts'

/** Get Alerts, its debug panel and Manage Alerts say the same of one subscription at one moment. */

beforeEach(serveGetAlerts)

const preferAll = (preferences: AlertPreferences) =>
  server.use(http.get('*/api/alerts/preferences', () => HttpResponse.json(preferences)))

const clockOf = (at: number) => {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', timeStyle: 'short' })
  return time.format(at)
}

const SITUATIONS: [name: string, set: () => void, words: RegExp][] = [
  [
    'a pause',
    () =>
      preferAll({
        quietHours: null,
        pausedParks: [
          {
            parkId: MAGIC_KINGDOM,
            parkName: 'Magic Kingdom Park',
            timezone: 'America/New_York',
            pausedUntil: new Date(Date.now() + 3_600_000).toISOString(),
          },
        ],
      }),
    /^Paused until /,
  ],
  [
    'quiet hours',
    () =>
      preferAll({
        quietHours: { from: clockOf(Date.now() - 3_600_000), until: clockOf(Date.now() + 3_600_000) },
        pausedParks: [],
      }),
    /^Quiet until /,
  ],
  [
    'an address that unsubscribed',
    () =>
      server.use(
        http.get('*/api/notifications/ways', () =>
          HttpResponse.json({ email: anEmailWay({ state: 'unsubscribed' }), numbers: [] }),
        ),
      ),
    /^No alerts come: you unsubscribed\./,
  ],
]

test.for(SITUATIONS)(
  '%s is said by Get Alerts, its debug panel and Manage Alerts',
  async ([, set, words]) => {
    serveSubscriptions([watching()])
    set()
    renderApp('/manage-alerts')
    const said = (await screen.findByText(words)).textContent
    expect(screen.queryByText(/^Watching/)).toBeNull()
    cleanup()

    const { user } = renderApp(PAGE)
    expect(await screen.findByText(said)).toBeDefined()
    expect(screen.queryByText(/^Watching/)).toBeNull()
    await user.click(screen.getByText('Debug'))
    expect(await screen.findByText(`15 min now, limit 15: no alert: ${said}`)).toBeDefined()
  },
)

test.for(['/manage-alerts', PAGE])('a wait of 40 minutes is long among the rides of %s', async (address) => {
  const { rideId, name: rideName } = PIRATES
  serveSubscriptions([watching({ watches: [{ ...aWatch(rideName), rideId }] })])
  renderApp(address)
  const rides = await screen.findByRole('region', { name: /^Rides of/ })
  expect(await within(rides).findByText('Long')).toBeDefined()
})

test('the debug panel says from when a pass of a later day alerts', async () => {
  const startsAt = new Date(Date.now() + 86_400_000).toISOString()
  const endsAt = new Date(Date.now() + 2 * 86_400_000).toISOString()
  serveSubscriptions([watching({ state: 'scheduled', windows: [{ startsAt, endsAt }] })])
  const { user } = renderApp(PAGE)
  await user.click(await screen.findByText('Debug'))
  expect(await screen.findByText(/15 min now, limit 15: no alert before /)).toBeDefined()
  expect(screen.queryByText(/may alert now/)).toBeNull()
})

const anEnd = (overrides: Partial<EndedAlerts> = {}): EndedAlerts => ({
  subscriptionId: watching().id,
  parkId: MAGIC_KINGDOM,
  parkName: 'Magic Kingdom Park',
  timezone: 'America/New_York',
  endedAt: new Date(Date.now() - 1_000).toISOString(),
  reason: 'over',
  alertCount: 9,
  rideCount: 5,
  ...overrides,
})

test.for([
  ['over', 'Alerts Expired', 'Your alert subscription has expired for today.'],
  ['refunded', 'Subscription issue', /is no longer active or not valid for this park\. Please renew/],
] as const)('an end that is %s is told by Get Alerts and Manage Alerts', async ([reason, title, text]) => {
  server.use(http.get('*/api/alerts/ended', () => HttpResponse.json([anEnd({ reason })])))
  localStorage.setItem('isAlertsActive', 'true')
  for (const address of ['/manage-alerts', PAGE]) {
    renderApp(address)
    expect(await screen.findByRole('heading', { name: title })).toBeDefined()
    expect(screen.getByText(text)).toBeDefined()
    expect(screen.getByRole('link', { name: /Add another day/ }).getAttribute('href')).toBe(PAGE)
    cleanup()
  }
  expect(localStorage.getItem('isAlertsActive')).toBeNull()
})

test.for(['/manage-alerts', PAGE])(
  '%s that is open when its pass ends says so by itself',
  async (address) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const endsAt = Date.now() + 60_000
    const window = {
      startsAt: new Date(Date.now() - 3_600_000).toISOString(),
      endsAt: new Date(endsAt).toISOString(),
    }
    const hasEnded = () => Date.now() >= endsAt
    serveSubscriptions([])
    server.use(
      http.get('*/api/alerts/subscriptions', () =>
        HttpResponse.json(hasEnded() ? [] : [watching({ windows: [window] })]),
      ),
      http.get('*/api/alerts/ended', () => HttpResponse.json(hasEnded() ? [anEnd()] : [])),
    )
    renderApp(address)
    await screen.findByText('Watching 1 ride.')
    vi.advanceTimersByTime(75_000)
    expect(await screen.findByRole('heading', { name: 'Alerts Expired' })).toBeDefined()
    expect(screen.queryByText('Watching 1 ride.')).toBeNull()
    if (address === PAGE) expect(await button(/^Activate Alerts/)).toBeDefined()
  },
)
