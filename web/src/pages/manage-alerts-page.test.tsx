import {
  subscriptionChange,
  type SubscriptionChange,
  type SubscriptionView,
} from '@walkon/contracts/http/alerts'
import type { LiveRide } from '@walkon/contracts/http/parks'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { anEmailWay } from '../test/manage-page.ts'
import { aDevice, servePush } from '../test/push.ts'
import { renderApp } from '../test/render-app.tsx'
import { anAlert, aRide, aSubscription, aWatch, refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

const TOKEN = 'manage-manage-manage'
const LINK = `/manage-alerts?token=${TOKEN}`

function guarded(request: Request, answer: () => Response): Response {
  return request.headers.get('authorization') === `Bearer ${TOKEN}` ? answer() : refusal('unauthorized')
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
function serveAlerts(subscriptions: SubscriptionView[], alerts = [anAlert()], rides: LiveRide[] = []) {
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

const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save Changes' })
const park = () => screen.findByRole('switch', { name: 'Alerts for Magic Kingdom Park' })
const findRide = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
const ride = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const limitOf = (name: string) => screen.getByRole('button', { name: new RegExp(`^Alert at .*${name}$`) })

test.each(['/manage-alerts', '/ride-alerts'])(
  'without a token %s leads to log in, and says why',
  async (path) => {
    const { address } = renderApp(path)
    await waitFor(() => expect(address()).toBe('/auth'))
    expect(await screen.findByText('Please log in to manage your alert subscriptions.')).toBeDefined()
  },
)

test('the token of a mail leaves the address at once, and lasts for a reload of the tab', async () => {
  serveAlerts([aSubscription()])
  const first = renderApp(LINK)
  await park()
  await waitFor(() => expect(first.address()).toBe('/manage-alerts'))
  first.unmount()
  renderApp('/manage-alerts')
  expect(await park()).toBeDefined()
})

test('a manage link that is refused says that it is old and names the link to open, before it leads to log in', async () => {
  serveAlerts([aSubscription()])
  const { user, address } = renderApp('/manage-alerts?token=of-another-site')
  const panel = await screen.findByRole('alert')
  expect(panel.textContent).toContain('This link no longer works')
  expect(panel.textContent).toContain('Open “Change your rides” in your newest alert email')
  expect(sessionStorage).toHaveLength(0)
  await user.click(within(panel).getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(address()).toBe('/auth'))
})

test('a manage link that ends while its page is open says so when something is saved', async () => {
  serveAlerts([aSubscription()])
  server.use(http.patch('*/api/alerts/subscriptions/:id', () => refusal('unauthorized')))
  const { user } = renderApp(LINK)
  await user.click(await findRide('Space Mountain'))
  await user.click(saveButton())
  expect((await screen.findByRole('alert')).textContent).toContain('This link no longer works')
})

test('the rides stand in the order of interest, each with its wait', async () => {
  const [small, big, castle] = [aWatch('Small Ride'), aWatch('Big Ride'), aWatch('A Castle')]
  serveAlerts(
    [aSubscription({ watches: [castle, small, big] })],
    [],
    [
      aRide({ rideId: small.rideId, waitMinutes: 5, popularity: 8 }),
      aRide({ rideId: big.rideId, waitMinutes: 55, popularity: 60 }),
    ],
  )
  renderApp(LINK)
  await findRide('Big Ride')
  const list = screen.getByRole('group', { name: 'Rides of Magic Kingdom Park' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^55minLongBig Ride/),
    expect.stringMatching(/^5minShortSmall Ride/),
    expect.stringMatching(/^No dataA Castle/),
  ])
})

test('rides can be chosen while the board of their park is away', async () => {
  serveAlerts([aSubscription()])
  server.use(http.get('*/api/parks/:parkId/live', () => refusal('internal')))
  renderApp(LINK)
  expect(await findRide('Space Mountain')).toBeDefined()
})

test('what is changed is collected, and goes out together with Save Changes', async () => {
  const changes = serveAlerts([aSubscription()])
  const { user } = renderApp(LINK)
  await findRide('Haunted Mansion')
  expect(saveButton().disabled).toBe(true)
  await user.click(ride('Haunted Mansion'))
  await user.click(limitOf('Space Mountain'))
  await user.click(screen.getByRole('button', { name: 'Higher limit for Space Mountain' }))
  await user.click(ride('Also when it reopens: Space Mountain'))
  expect(changes).toEqual([])
  expect(screen.getByText('Unsaved changes')).toBeDefined()
  await user.click(saveButton())
  await screen.findByText('Changes saved')
  expect(changes).toEqual([
    {
      watches: [
        expect.objectContaining({ active: true, thresholdMinutes: 20, onReopen: true }),
        expect.objectContaining({ active: false, thresholdMinutes: 15, onReopen: false }),
      ],
    },
  ])
  expect(ride('Haunted Mansion').checked).toBe(false)
})

test('turning a park off takes its rides with it in one request, turning it on brings them back', async () => {
  const changes = serveAlerts([aSubscription()])
  const { user } = renderApp(LINK)
  await findRide('Space Mountain')
  await user.click(await park())
  expect([ride('Space Mountain').checked, ride('Haunted Mansion').checked]).toEqual([false, false])
  await user.click(saveButton())
  await screen.findByText('Changes saved')
  expect(changes).toMatchObject([{ active: false, watches: [{ active: false }, { active: false }] }])
  await user.click(await park())
  expect([ride('Space Mountain').checked, ride('Haunted Mansion').checked]).toEqual([true, true])
})

test('limits go from 5 to 120 in fives', async () => {
  serveAlerts([
    aSubscription({
      watches: [aWatch('Low', { thresholdMinutes: 10 }), aWatch('High', { thresholdMinutes: 118 })],
    }),
  ])
  const { user } = renderApp(LINK)
  await findRide('Low')
  await user.click(limitOf('Low'))
  await user.click(limitOf('High'))
  const lower = screen.getByRole<HTMLButtonElement>('button', { name: 'Lower limit for Low' })
  await user.click(lower)
  expect(lower.disabled).toBe(true)
  const higher = screen.getByRole<HTMLButtonElement>('button', { name: 'Higher limit for High' })
  await user.click(higher)
  expect(higher.disabled).toBe(true)
  expect([limitOf('Low').textContent, limitOf('High').textContent]).toEqual([
    'Alert at 5 min: Low',
    'Alert at 120 min: High',
  ])
})

test('one choice sets the limit of all rides of a park', async () => {
  const changes = serveAlerts([
    aSubscription({ watches: [aWatch('Low', { thresholdMinutes: 10 }), aWatch('High')] }),
  ])
  const { user } = renderApp(LINK)
  await findRide('Low')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Set all limits to' }), '45 min')
  await user.click(saveButton())
  await screen.findByText('Changes saved')
  expect(changes).toMatchObject([{ watches: [{ thresholdMinutes: 45 }, { thresholdMinutes: 45 }] }])
})

test('a park that is saved without a ride has all of them again, and says so then and at the next load', async () => {
  serveAlerts([aSubscription()])
  const { user, unmount } = renderApp(LINK)
  await findRide('Space Mountain')
  await user.click(screen.getByRole('button', { name: 'Unselect all' }))
  expect(screen.getByText('No rides selected, so you won’t get alerts.')).toBeDefined()
  await user.click(saveButton())
  const notices = await screen.findAllByText('All rides enabled')
  expect(notices).toHaveLength(2)
  expect([ride('Space Mountain').checked, ride('Haunted Mansion').checked]).toEqual([true, true])
  unmount()
  renderApp('/manage-alerts')
  expect(await screen.findByText('All rides enabled')).toBeDefined()
})

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
    }),
  ])
  renderApp(LINK)
  expect(await screen.findByText('Email, November 21 and 23')).toBeDefined()
})

test('subscriptions that have ended are hidden', async () => {
  serveAlerts([aSubscription({ state: 'ended', watches: [aWatch('Space Mountain', { active: false })] })])
  renderApp(LINK)
  expect(await screen.findByText('No alerts are running')).toBeDefined()
})

test('what could not be saved stays changed, and can be saved again', async () => {
  serveAlerts([aSubscription()])
  server.use(http.patch('*/api/alerts/subscriptions/:id', () => refusal('internal'), { once: true }))
  const { user } = renderApp(LINK)
  await findRide('Haunted Mansion')
  await user.click(ride('Haunted Mansion'))
  await user.click(saveButton())
  expect((await screen.findByText('Error saving changes')).parentElement?.textContent).toBe(
    'Error saving changes Failed to save your preferences. Please try again',
  )
  expect(ride('Haunted Mansion').checked).toBe(false)
  await user.click(saveButton())
  expect(await screen.findByText('Changes saved')).toBeDefined()
})

test('subscriptions that cannot be loaded can be asked for again', async () => {
  serveAlerts([aSubscription()])
  server.use(http.get('*/api/alerts/subscriptions', () => refusal('internal'), { once: true }))
  const { user } = renderApp(LINK)
  const panel = await screen.findByRole('alert')
  expect(panel.textContent).toContain('Error loading dataFailed to load your subscription data')
  await user.click(within(panel).getByRole('button', { name: 'Try again' }))
  expect(await park()).toBeDefined()
})

test('the recent alerts can be cleared', async () => {
  serveAlerts([aSubscription({ watches: [aWatch('Jungle Cruise')] })])
  const { user } = renderApp(LINK)
  const recent = await screen.findByRole('region', { name: 'Recent alerts' })
  expect(await within(recent).findByText('Space Mountain')).toBeDefined()
  await user.click(within(recent).getByRole('button', { name: 'Clear' }))
  expect(await within(recent).findByText('No alerts yet today')).toBeDefined()
})

test('a list that could not be cleared comes back with a word', async () => {
  serveAlerts([aSubscription({ watches: [aWatch('Jungle Cruise')] })])
  server.use(http.delete('*/api/notifications/history', () => refusal('internal')))
  const { user } = renderApp(LINK)
  await user.click(await screen.findByRole('button', { name: 'Clear' }))
  expect(await screen.findByText('Not cleared. Please try again.')).toBeDefined()
  expect(screen.getByText('Space Mountain')).toBeDefined()
})

test('the link of a mail decides also for a visitor who is signed in, until the visitor asks for the alerts of the account', async () => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  serveAlerts([aSubscription()])
  const { user } = renderApp(LINK)
  expect(await park()).toBeDefined()
  server.use(
    http.get('*/api/alerts/subscriptions', () => HttpResponse.json([])),
    http.get('*/api/alerts/preferences', () => HttpResponse.json({ quietHours: null, pausedParks: [] })),
    http.get('*/api/alerts/cover', () => HttpResponse.json({ coveredUntil: null })),
    http.get('*/api/notifications/history', () => HttpResponse.json([])),
  )
  await user.click(await screen.findByRole('button', { name: 'Show the alerts of ana@example.com' }))
  expect(await screen.findByText('No alerts are running')).toBeDefined()
  expect(screen.getByText('Logged in as').textContent).toBe('Logged in as ana@example.com')
  expect(sessionStorage).toHaveLength(0)
})

test('a manage link lists the devices of its address', async () => {
  serveAlerts([aSubscription()])
  servePush([aDevice({ name: 'Chrome on Android' })])
  renderApp(LINK)
  const devices = await screen.findByRole('region', { name: 'Push notifications' })
  expect(await within(devices).findByText('Chrome on Android')).toBeDefined()
})
