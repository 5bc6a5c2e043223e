import type { CheckoutState } from '@walkon/contracts/http/checkouts'
import { act, cleanup, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { button, serveGetAlerts, serveSubscriptions, TODAY, watching } from '../test/get-alerts.ts'
import { renderApp } from '../test/render-app.tsx'
import { MAGIC_KINGDOM, refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(serveGetAlerts)

const RETURN = '/get-alerts?success=true&session_id=cs_1'

const aCheckout = (overrides: Partial<CheckoutState>): CheckoutState => ({
  status: 'active',
  channel: 'email',
  parkId: MAGIC_KINGDOM,
  parkName: 'Magic Kingdom Park',
  dates: [TODAY],
  totalCents: 100,
  currency: 'usd',
  ...overrides,
})

const serveCheckout = (answer: () => Response) => server.use(http.get('*/api/billing/checkouts/cs_1', answer))

const sayCheckout = (overrides: Partial<CheckoutState>) =>
  serveCheckout(() => HttpResponse.json(aCheckout(overrides)))

const refund = { reason: 'guarantee' as const, amountCents: 100, hasFailed: false }

const STATES: [name: string, state: Partial<CheckoutState>, title: string, text: RegExp][] = [
  ['a bank debit', { status: 'processing' }, 'Your payment is on its way', /^Your bank needs some time/],
  [
    'a paid order that waits for a link',
    { status: 'processing', waitsFor: 'confirmation' },
    'Paid. Now open our email',
    /This email address has alerts or an account with us already/,
  ],
  ['an open payment', { status: 'open' }, 'Waiting for your payment', /^We haven’t heard from the payment/],
  ['an unpaid order', { status: 'expired', ended: 'unpaid' }, 'This order has ended', /nothing was charged/],
  [
    'a declined debit',
    { status: 'expired', ended: 'declined' },
    'Your payment didn’t go through',
    /not charged/,
  ],
  [
    'a pass that ran',
    { status: 'expired', ended: 'over' },
    'Your pass has ended',
    /are over, so it sends no more/,
  ],
  [
    'a pass that was paid back',
    { status: 'expired', ended: 'money-back', refund },
    'This order has ended',
    /so we refunded \$1/,
  ],
]

test.for(STATES)(
  'Get Alerts and the page of all orders say the same of %s',
  async ([, state, title, text]) => {
    sayCheckout(state)
    for (const address of [RETURN, '/subscription-success?session_id=cs_1']) {
      renderApp(address)
      expect(await screen.findByRole('heading', { name: title })).toBeDefined()
      expect(screen.getByText(text)).toBeDefined()
      expect(screen.queryByText('Payment Successful')).toBeNull()
      cleanup()
    }
  },
)

test.for([
  ['a payment that ended unpaid', () => HttpResponse.json(aCheckout({ status: 'expired', ended: 'unpaid' }))],
  ['a payment that nobody knows', () => refusal('checkout-not-found')],
] as const)('after %s the day can be ordered, and nothing is asked on a clock', async ([, answer]) => {
  let asked = 0
  serveCheckout(() => {
    asked += 1
    return answer()
  })
  renderApp(`${RETURN}&park=${MAGIC_KINGDOM}`)
  expect(await button(/^Activate Alerts/)).toBeDefined()
  expect(screen.queryByText('Starting your alerts')).toBeNull()
  expect(asked).toBe(1)
})

test('an answer that was lost is asked again on a press, and then says that the payment was made', async () => {
  serveSubscriptions([watching()])
  let isLost = true
  serveCheckout(() => (isLost ? refusal('unavailable') : HttpResponse.json(aCheckout({}))))
  const { user } = renderApp(RETURN)
  expect(await screen.findByText('Subscription Error')).toBeDefined()
  expect(screen.getByText(/^We couldn’t check on your payment\./)).toBeDefined()
  isLost = false
  await user.click(await button('Try again'))
  expect(await screen.findByText('Payment Successful')).toBeDefined()
  expect(screen.getByText('Watching 1 ride.')).toBeDefined()
})

test('an answer that was lost is asked again without a press', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  let isLost = true
  serveCheckout(() => (isLost ? refusal('unavailable') : HttpResponse.json(aCheckout({}))))
  renderApp(RETURN)
  expect(await screen.findByText('Subscription Error')).toBeDefined()
  isLost = false
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(await screen.findByText('Payment Successful')).toBeDefined()
})

test('a pass that was bought for a later day than the chosen one ends the wait for it', async () => {
  sayCheckout({ dates: ['2036-04-15'] })
  serveSubscriptions([watching({ state: 'scheduled', dates: ['2036-04-15'], windows: [] })])
  renderApp(RETURN)
  expect(await screen.findByText('Your pass is below, with the rides you chose.')).toBeDefined()
  expect(screen.queryByText('Starting your alerts')).toBeNull()
})

test('the receipt of a paid pass that has ended says that it was paid', async () => {
  sayCheckout({ status: 'expired', ended: 'over' })
  renderApp('/subscription-success?session_id=cs_1')
  expect(await screen.findByText('Paid: $1')).toBeDefined()
})
