import { subscriptionChange, newSubscription, type SubscriptionView } from '@walkon/contracts/http/alerts'
import type { CheckoutState } from '@walkon/contracts/http/checkouts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { addDays, parkDateAt } from '../lib/park-time.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { serveManagePage } from '../test/manage-page.ts'
import { PAYMENT_PAGE, serveOrders, serveQuotes, toPayment } from '../test/order-form.ts'
import { renderApp } from '../test/render-app.tsx'
import {
  anAlert,
  aRide,
  aSubscription,
  aWatch,
  EPCOT,
  MAGIC_KINGDOM,
  refusal,
  serveParks,
  serveSettings,
} from '../test/samples.ts'
import { server } from '../test/server.ts'

const [SPACE, PIRATES] = [
  aRide({ name: 'Space Mountain', popularity: 2, waitMinutes: 15 }),
  aRide({ name: 'Pirates', popularity: 1, waitMinutes: 40 }),
]
const PAGE = `/get-alerts?park=${MAGIC_KINGDOM}`
const TODAY = parkDateAt(new Date(), 'America/New_York')
const TOMORROW = addDays(TODAY, 1)

const watching = (overrides: Partial<SubscriptionView> = {}) =>
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
function serveSubscriptions(given: SubscriptionView[], refuse?: () => Response) {
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

beforeEach(() => {
  serveParks([SPACE, PIRATES])
  serveManagePage()
  serveQuotes()
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  serveSubscriptions([])
})

const ride = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })

test('a visitor who is signed out logs in on the way, or continues with just an email', async () => {
  localStorage.clear()
  serveIdentity()
  const { address } = renderApp(PAGE)
  await waitFor(() => expect(address()).toBe('/auth'))
  const way = await screen.findByRole('link', { name: 'Continue with just your email' })
  expect(way.getAttribute('href')).toBe(`/?park=${MAGIC_KINGDOM}#alerts`)
})

test('a park without a choice has all its rides selected, the most wanted first, in the bands of 15 and 30', async () => {
  renderApp(PAGE)
  expect((await ride('Space Mountain')).checked).toBe(true)
  const list = screen.getByRole('group', { name: 'Rides of Magic Kingdom Park' })
  expect(
    within(list)
      .getAllByRole('checkbox')
      .map((box) => box.getAttribute('aria-label')),
  ).toEqual(['Space Mountain', 'Pirates'])
  expect(list.textContent).toMatch(/15min.*Short.*40min.*Long/)
  expect(screen.getByText('2 rides chosen.')).toBeDefined()
})

test('what was unselected by hand stays so on the next visit, for this park alone', async () => {
  const first = renderApp(PAGE)
  await ride('Space Mountain')
  await first.user.click(await button('Unselect all'))
  expect(screen.getByText('0 rides chosen.')).toBeDefined()
  first.unmount()

  const second = renderApp(PAGE)
  expect((await ride('Space Mountain')).checked).toBe(false)
  await second.user.click(await button('Activate Alerts · $1'))
  expect(await screen.findByText('No Rides Selected')).toBeDefined()
  second.unmount()

  renderApp(`/get-alerts?park=${EPCOT}`)
  expect((await ride('Space Mountain')).checked).toBe(true)
})

test('the choice of one account is not shown to another on the same device', async () => {
  const first = renderApp(PAGE)
  await first.user.click(await ride('Pirates'))
  first.unmount()
  serveIdentity({ isSignedIn: true, email: 'ben@example.com' })
  renderApp(PAGE)
  expect((await ride('Pirates')).checked).toBe(true)
})

test('a search leaves the rides that it names', async () => {
  const { user } = renderApp(PAGE)
  await ride('Space Mountain')
  await user.type(screen.getByRole('searchbox', { name: 'Search rides' }), 'pir')
  expect(screen.queryByRole('checkbox', { name: 'Space Mountain' })).toBeNull()
  expect(await ride('Pirates')).toBeDefined()
})

test('a later day with its time is ordered by a free code, and its pass takes the rides that were chosen', async () => {
  const alerts = serveSubscriptions([])
  const ordered = serveOrders('activations', () => {
    alerts.set([watching({ state: 'scheduled', dates: [TOMORROW], windows: [] })])
    return HttpResponse.json({ status: 'active' }, { status: 202 })
  })
  const { user } = renderApp(PAGE)
  await user.click(await ride('Pirates'))
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: TOMORROW } })
  fireEvent.change(screen.getByLabelText(/^Time/), { target: { value: '09:30' } })
  await user.type(screen.getByRole('textbox', { name: /^Promo code/ }), 'freeday')
  await user.click(await button('Apply'))
  await user.click(await button('Schedule Alerts'))

  expect(await screen.findByText('Scheduled. We’ll watch 1 ride.')).toBeDefined()
  expect(ordered).toEqual([
    {
      email: 'ana@example.com',
      parkId: MAGIC_KINGDOM,
      dates: [TOMORROW],
      promoCode: 'FREEDAY',
      startTime: '09:30',
    },
  ])
  await waitFor(() =>
    expect(alerts.changes).toEqual([
      {
        watches: [
          expect.objectContaining({ rideId: SPACE.rideId, active: true }),
          expect.objectContaining({ rideId: PIRATES.rideId, active: false }),
        ],
      },
    ]),
  )
  expect(localStorage.getItem('alertStartDate')).toBe(TOMORROW)
  expect(localStorage.getItem('isAlertsActive')).toBe('true')
})

test('a paid day leads to the payment and back to this page', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const ordered = serveOrders('checkouts', toPayment)
  const { user } = renderApp(PAGE)
  await ride('Pirates')
  await user.click(await button('Activate Alerts · $1'))
  await waitFor(() => expect(assign).toHaveBeenCalledWith(PAYMENT_PAGE))
  expect(ordered).toMatchObject([{ dates: [TODAY], channel: 'email', returnTo: 'get-alerts' }])
})

const paid = (overrides: Partial<CheckoutState> = {}): CheckoutState => ({
  status: 'active',
  channel: 'email',
  parkId: MAGIC_KINGDOM,
  parkName: 'Magic Kingdom Park',
  dates: [TODAY],
  totalCents: 100,
  currency: 'usd',
  ...overrides,
})

test('back from the payment, billing says that it was paid, and the pass is shown when it is there', async () => {
  const alerts = serveSubscriptions([])
  server.use(http.get('*/api/billing/checkouts/cs_1', () => HttpResponse.json(paid())))
  const kept = { parkId: EPCOT, channel: 'email', email: null, phone: '', dates: [TODAY], promoCode: '' }
  sessionStorage.setItem('walkon.order', JSON.stringify(kept))
  renderApp('/get-alerts?success=true&session_id=cs_1')
  expect(await screen.findByText('Payment Successful')).toBeDefined()
  expect(await screen.findByText('Starting your alerts')).toBeDefined()
  alerts.set([watching()])
  expect(await screen.findByText('Watching 1 ride.', undefined, { timeout: 5000 })).toBeDefined()
  expect(screen.getByText('Payment Successful')).toBeDefined()
  expect(sessionStorage.getItem('walkon.order')).toBeNull()
})

test('a return from a payment that billing does not know as paid is not called successful', async () => {
  server.use(http.get('*/api/billing/checkouts/cs_1', () => HttpResponse.json(paid({ status: 'open' }))))
  renderApp('/get-alerts?success=true&session_id=cs_1')
  expect(await screen.findByText('Checking your payment')).toBeDefined()
  expect(screen.queryByText('Payment Successful')).toBeNull()
})

test('a cancelled payment leads to the page again, and says that nothing was charged', async () => {
  const { address } = renderApp('/get-alerts?canceled=true')
  await waitFor(() => expect(address()).toBe('/get-alerts'))
  expect(await screen.findByText('Nothing was charged. Your entries are still here.')).toBeDefined()
})

test('alerts are stopped and activated again, and the days stay', async () => {
  const alerts = serveSubscriptions([watching()])
  const { user } = renderApp(PAGE)
  await user.click(await button('Stop Alerts'))
  await user.click(await button('Activate Alerts'))
  expect(await screen.findByText('Watching 1 ride.')).toBeDefined()
  expect(alerts.changes).toEqual([{ active: false }, { active: true }])
})

test('a change of the rides is saved at once, and taken back with a word where it is refused', async () => {
  const alerts = serveSubscriptions([watching()])
  const { user } = renderApp(PAGE)
  await user.click(await ride('Pirates'))
  await waitFor(() => expect(alerts.changes).toHaveLength(1))
  expect((await ride('Pirates')).checked).toBe(true)

  serveSubscriptions([watching()], () => refusal('unavailable'))
  await user.click(await ride('Space Mountain'))
  expect(await screen.findByText('Save Failed')).toBeDefined()
  await waitFor(async () => expect((await ride('Space Mountain')).checked).toBe(true))
})

test('unselect all is not sent to a park that is watched: its alerts would cover all rides', async () => {
  const alerts = serveSubscriptions([watching()])
  const { user } = renderApp(PAGE)
  await user.click(await button('Unselect all'))
  expect(await screen.findByText(/^No Rides Selected\. Until you choose one/)).toBeDefined()
  await user.click(await ride('Pirates'))
  await waitFor(() => expect(alerts.changes).toHaveLength(1))
  expect(alerts.changes).toEqual([
    {
      watches: [
        expect.objectContaining({ rideId: SPACE.rideId, active: false }),
        expect.objectContaining({ rideId: PIRATES.rideId, active: true }),
      ],
    },
  ])
})

test('with a plan a park is added by its rides, without an order', async () => {
  const added: unknown[] = []
  server.use(
    http.get('*/api/alerts/cover', () => HttpResponse.json({ coveredUntil: '2036-12-21T17:00:00Z' })),
    http.post('*/api/alerts/subscriptions', async ({ request }) => {
      added.push(newSubscription.parse(await request.json()))
      return HttpResponse.json(watching({ isCoveredByPlan: true }), { status: 201 })
    }),
  )
  const { user } = renderApp(PAGE)
  await ride('Pirates')
  await user.click(await button('Activate Alerts'))
  expect(await screen.findByText('Watching 1 ride.')).toBeDefined()
  expect(added).toMatchObject([{ parkId: MAGIC_KINGDOM }])
})

test('a pass that ended while the page was open is said in its own words', async () => {
  serveSubscriptions([watching({ active: false, state: 'stopped' })], () => refusal('subscription-not-found'))
  const { user } = renderApp(PAGE)
  await user.click(await button('Activate Alerts'))
  expect(await screen.findByText('Subscription issue')).toBeDefined()
  expect(screen.getByText(/Please renew to receive alerts\.$/)).toBeDefined()
})

test('alerts of an earlier day that no pass carries on have expired', async () => {
  localStorage.setItem('alertStartDate', addDays(TODAY, -1))
  localStorage.setItem('isAlertsActive', 'true')
  renderApp(PAGE)
  expect(await screen.findByText('Alerts Expired')).toBeDefined()
  expect(localStorage.getItem('isAlertsActive')).toBeNull()
})

test('without a park the button asks for one', async () => {
  const { user } = renderApp('/get-alerts')
  await user.click(await button('Activate Alerts'))
  expect(await screen.findByText('Setup Required')).toBeDefined()
})

test('SMS that is not sold yet opens the notice and returns to email', async () => {
  serveSettings({ smsEnabled: false })
  const { user } = renderApp(PAGE)
  await user.click(await screen.findByRole('radio', { name: 'SMS' }))
  const dialog = await screen.findByRole('dialog', { name: 'Under Construction' })
  expect(within(dialog).getByText('Will go live soon - for now, use our email alerts!')).toBeDefined()
  await user.click(within(dialog).getByRole('button', { name: 'Use email' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Email' }).checked).toBe(true)
})

test('texts need a number of ten digits at least', async () => {
  const { user } = renderApp(PAGE)
  await user.click(await screen.findByRole('radio', { name: 'SMS' }))
  await user.type(await screen.findByRole('textbox', { name: 'Phone' }), '555 0142')
  await user.click(await button('Activate Alerts · $5'))
  expect(await screen.findByText('Please enter a valid phone number (+ symbol optional)')).toBeDefined()
})

test('a test alert goes out, and a refusal is said', async () => {
  serveSubscriptions([watching()])
  const asked: unknown[] = []
  server.use(
    http.post('*/api/notifications/test-alerts', async ({ request }) => {
      asked.push(await request.json())
      return asked.length === 1
        ? HttpResponse.json({ status: 'queued' }, { status: 202 })
        : refusal('internal')
    }),
  )
  const { user } = renderApp(PAGE)
  await user.click(await button('Send a test alert'))
  await waitFor(() => expect(asked).toEqual([{ channel: 'email' }]))
  await user.click(await button('Send a test alert'))
  expect(await screen.findByText('Failed to send test alert', { exact: false })).toBeDefined()
})

test('recent alerts are shown, and cleared', async () => {
  let isCleared = false
  server.use(
    http.get('*/api/notifications/history', () =>
      HttpResponse.json(isCleared ? [] : [anAlert({ rideName: 'Jungle Cruise' })]),
    ),
    http.delete('*/api/notifications/history', () => {
      isCleared = true
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderApp(PAGE)
  expect(await screen.findByText('Jungle Cruise')).toBeDefined()
  await user.click(await button('Clear'))
  expect(await screen.findByText('Cleared')).toBeDefined()
})

test('the debug panel says why a ride does not alert, once it is opened, and what it could not ask', async () => {
  serveSubscriptions([watching()])
  const { user } = renderApp(PAGE)
  await user.click(await screen.findByText('Debug'))
  expect(await screen.findByText('Limit 15 min, 15 min posted: may alert now')).toBeDefined()
  expect(screen.getByText('Open by its hours')).toBeDefined()
})

test('debug information that cannot be had says so, and can be asked for again', async () => {
  serveSubscriptions([watching()])
  server.use(http.get(`*/api/parks/${MAGIC_KINGDOM}`, () => refusal('unavailable')))
  const { user } = renderApp(PAGE)
  await user.click(await screen.findByText('Debug'))
  expect(await screen.findByText('Failed to fetch debug information')).toBeDefined()
})

test('a link to a ride opens the list there, with the limit of the ride', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
  serveSubscriptions([watching()])
  renderApp(`${PAGE}&ride=${SPACE.rideId}`)
  const limit = await screen.findByRole('button', { name: /^Alert at 15 min.*Space Mountain/ })
  expect(limit.getAttribute('aria-expanded')).toBe('true')
  expect(scrolled.mock.contexts).toEqual([limit.closest('li')])
})

test('a limit says how often its ride got that short, from one answer for the park', async () => {
  const shares = Array.from({ length: 24 }, (_, index) => (index + 1) / 100)
  const weekday = { days: 40, shares, bestHours: shares.map(() => 9) }
  const answers: string[] = []
  server.use(
    http.get('*/api/parks/:parkId/usual', ({ request }) => {
      answers.push(request.url)
      const none = { days: 0, shares: [], bestHours: [] }
      const rides = [{ rideId: SPACE.rideId, weekday, weekend: none }]
      return HttpResponse.json({ parkId: MAGIC_KINGDOM, timezone: 'America/New_York', rides })
    }),
  )
  serveSubscriptions([watching({ watches: watching().watches.map((watch) => ({ ...watch, active: true })) })])
  const { user } = renderApp(PAGE)
  await user.click(await screen.findByRole('button', { name: /^Alert at 15 min.*Space Mountain/ }))
  expect(
    await screen.findByText('At 15 min or less: 3% of the time on weekdays, most often at 9 am.'),
  ).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^Alert at 15 min.*Pirates/ }))
  expect(screen.getByText('We don’t know yet how often it gets that short.')).toBeDefined()
  expect(answers).toHaveLength(1)
})
