import { newSubscription } from '@walkon/contracts/http/alerts'
import { type CheckoutState } from '@walkon/contracts/http/checkouts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { addDays } from '../lib/park-time.ts'
import {
  button,
  PAGE,
  ride,
  serveGetAlerts,
  serveSubscriptions,
  SPACE,
  TODAY,
  watching,
} from '../test/get-alerts.ts'
import { serveIdentity } from '../test/identity.ts'
import { PAYMENT_PAGE, serveOrders, toPayment } from '../test/order-form.ts'
import { renderApp } from '../test/render-app.tsx'
import { EPCOT, MAGIC_KINGDOM, serveSettings } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(serveGetAlerts)

const TOMORROW = addDays(TODAY, 1)
/** A day of the choice, counted from today. */
const day = (ahead: number) => {
  const days = within(screen.getByRole('group', { name: /^Days you visit/ })).getAllByRole('checkbox')
  return days[ahead] as HTMLElement
}

test('a visitor who is signed out logs in on the way, or continues with just an email', async () => {
  localStorage.clear()
  serveIdentity()
  const { address } = renderApp(PAGE)
  await waitFor(() => expect(address()).toBe('/auth'))
  const way = await screen.findByRole('link', { name: 'Continue with just your email' })
  expect(way.getAttribute('href')).toBe(`/?park=${MAGIC_KINGDOM}#alerts`)
})

test('a later day with its time is ordered by a free code, and carries the rides that were chosen', async () => {
  const alerts = serveSubscriptions([])
  const ordered = serveOrders('activations', () => {
    alerts.set([watching({ state: 'scheduled', dates: [TOMORROW], windows: [] })])
    return HttpResponse.json({ status: 'active' }, { status: 202 })
  })
  const { user } = renderApp(PAGE)
  await user.click(await ride('Pirates'))
  await user.click(day(0))
  await user.click(day(1))
  fireEvent.change(screen.getByLabelText(/^Start time/), { target: { value: '09:30' } })
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
      watches: [{ rideId: SPACE.rideId, thresholdMinutes: 15 }],
    },
  ])
  expect(alerts.changes).toEqual([])
  expect(localStorage.getItem('alertStartDate')).toBe(TOMORROW)
  expect(localStorage.getItem('isAlertsActive')).toBe('true')
})

test('several days, today among them, are one order', async () => {
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const ordered = serveOrders('checkouts', toPayment)
  const { user } = renderApp(PAGE)
  await ride('Pirates')
  await user.click(day(2))
  await user.click(day(1))
  await user.click(await button('Activate Alerts · $3'))
  await waitFor(() => expect(ordered).toMatchObject([{ dates: [TODAY, TOMORROW, addDays(TODAY, 2)] }]))
  expect(ordered[0]).not.toHaveProperty('startTime')
})

test('a later start today is ordered, and the button schedules it', async () => {
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const ordered = serveOrders('checkouts', toPayment)
  const { user } = renderApp(PAGE)
  await ride('Pirates')
  fireEvent.change(screen.getByLabelText(/^Start time/), { target: { value: '23:59' } })
  await user.click(await button('Schedule Alerts · $1'))
  await waitFor(() => expect(ordered).toMatchObject([{ dates: [TODAY], startTime: '23:59' }]))
})

test('a day that a pass covers already is not ordered again', async () => {
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  serveSubscriptions([watching()])
  const ordered = serveOrders('checkouts', toPayment)
  const { user } = renderApp(PAGE)
  await ride('Pirates')
  await user.click(await button('Add another day'))
  await user.click(day(1))
  await user.click(await button('Schedule Alerts · $1'))
  await waitFor(() => expect(ordered).toMatchObject([{ dates: [TOMORROW] }]))
})

test('without a day the page asks for one', async () => {
  const { user } = renderApp(PAGE)
  await ride('Pirates')
  await user.click(day(0))
  await user.click(await button('Activate Alerts · $1'))
  expect(await screen.findByText('Date Required')).toBeDefined()
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
  expect(await screen.findByText('Watching 1 ride.')).toBeDefined()
  expect(screen.getByText('Payment Successful')).toBeDefined()
  expect(sessionStorage.getItem('walkon.order')).toBeNull()
})

test('a cancelled payment leads to the page again, and says that nothing was charged', async () => {
  const { address } = renderApp('/get-alerts?canceled=true')
  await waitFor(() => expect(address()).toBe('/get-alerts'))
  expect(await screen.findByText('Nothing was charged. Your entries are still here.')).toBeDefined()
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

test('without a park nothing is offered that cannot work, and a link to an unknown one asks for another', async () => {
  const first = renderApp('/get-alerts')
  await screen.findByRole('region', { name: 'Popular right now' })
  expect(screen.queryByRole('button', { name: /Activate Alerts/ })).toBeNull()
  expect(screen.queryByText('Recent alerts')).toBeNull()
  first.unmount()
  renderApp('/get-alerts?park=unknown')
  expect(await screen.findByText('Setup Required')).toBeDefined()
})

test('without a park the popular ones can be tapped, and lead to their rides', async () => {
  const { user, address } = renderApp('/get-alerts')
  const popular = await screen.findByRole('region', { name: 'Popular right now' })
  await user.click(within(popular).getByRole('link', { name: /Magic Kingdom/ }))
  expect(await ride('Pirates')).toBeDefined()
  expect(address()).toBe(PAGE)
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
