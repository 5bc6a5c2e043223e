import { SMS_CONSENT } from '@walkon/contracts/sms-consent'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import {
  answerQuote,
  applyButton,
  buttonNamed,
  email,
  openHome,
  orderButton,
  phone,
  promoCode,
  sent,
  serveOrders,
  serveQuotes,
  today,
  tomorrow,
} from '../test/order-form.ts'
import { clickTwiceAtOnce, renderApp } from '../test/render-app.tsx'
import { EPCOT, MAGIC_KINGDOM, refusal, serveParks, serveSettings } from '../test/samples.ts'

const PAYMENT_PAGE = 'https://checkout.example/cs_1'
const toPayment = () => HttpResponse.json({ sessionId: 'cs_1', url: PAYMENT_PAGE }, { status: 201 })

let leave: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  serveParks([])
  serveQuotes()
  leave = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
})

const sms = () => screen.findByRole('radio', { name: 'SMS' })
const price = () => document.querySelector('.price')?.textContent
const priceIs = (words: string) => waitFor(() => expect(price()).toBe(words))
const aDate = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)

async function orderByEmail(app: Awaited<ReturnType<typeof openHome>>) {
  await app.user.click(today())
  await app.user.type(email(), 'ana@example.com')
  await app.user.click(await buttonNamed('Continue to payment · $1'))
}

test('without a chosen day the price is that of one day, and billing is not asked for a quote', async () => {
  const asked = serveQuotes()
  const { user } = await openHome()
  await priceIs('$1per day')
  await user.click(await sms())
  await priceIs('$5per day')
  expect(asked).toEqual([])
})

test('the price is billing’s for the days that are chosen, and the button names it', async () => {
  const { user } = await openHome()
  await user.click(await sms())
  await user.click(today())
  await user.click(tomorrow())
  await priceIs('$102 days × $5')
  expect(await buttonNamed('Continue to payment · $10')).toBeDefined()
  await user.click(today())
  await priceIs('$51 day × $5')
})

test('while billing is asked for a price, the last one stays', async () => {
  serveQuotes((asked) => (asked.days === 2 ? new Promise<Response>(() => {}) : answerQuote(asked)))
  const { user } = await openHome()
  await user.click(today())
  await priceIs('$11 day × $1')
  await user.click(tomorrow())
  expect(price()).toBe('$11 day × $1')
})

test('a price that cannot be had is said, and the order goes out all the same', async () => {
  serveQuotes(() => refusal('unavailable'))
  const received = serveOrders('checkouts', toPayment)
  const { user } = await openHome()
  await user.click(today())
  expect(await screen.findByText(/We can’t show the price right now/)).toBeDefined()
  await user.type(email(), 'ana@example.com')
  await user.click(await buttonNamed('Continue to payment'))
  await waitFor(() => expect(leave).toHaveBeenCalledWith(PAYMENT_PAGE))
  expect(received).toHaveLength(1)
})

test('a code that is judged nowhere goes out with the order, which billing judges', async () => {
  serveQuotes(() => HttpResponse.error())
  const received = serveOrders('checkouts', toPayment)
  const { user } = await openHome()
  await user.click(today())
  await user.type(email(), 'ana@example.com')
  await user.type(promoCode(), 'freeday')
  await user.click(orderButton())
  await waitFor(() => expect(received).toMatchObject([{ channel: 'email', promoCode: 'FREEDAY' }]))
})

test('a code that reduces the price leaves the rest to be paid', async () => {
  const received = serveOrders('checkouts', toPayment)
  const { user } = await openHome()
  await user.click(today())
  await user.click(tomorrow())
  await user.type(email(), 'ana@example.com')
  await user.type(promoCode(), 'half')
  await user.click(applyButton())
  expect(await screen.findByText('Code applied. You save $1.')).toBeDefined()
  await priceIs('$12 days × $1, $1 off')
  await user.click(await buttonNamed('Continue to payment · $1'))
  await waitFor(() => expect(received).toMatchObject([{ promoCode: 'HALF', channel: 'email' }]))
})

test('an email order is sent with what was entered, and leads to the payment page', async () => {
  const received = serveOrders('checkouts', toPayment)
  await orderByEmail(await openHome())
  await waitFor(() => expect(leave).toHaveBeenCalledWith(PAYMENT_PAGE))
  expect(received).toEqual([
    { email: 'ana@example.com', parkId: MAGIC_KINGDOM, dates: [aDate], channel: 'email' },
  ])
})

test('an SMS order is sent with the phone number, and shows the words of its consent, to the letter, and what comes first', async () => {
  const received = serveOrders('checkouts', toPayment)
  const { user } = await openHome()
  await user.click(await sms())
  expect(screen.getByRole('heading', { name: 'Daily SMS Alerts' })).toBeDefined()
  expect(screen.getByText(/Answer YES to our text/)).toBeDefined()
  expect(screen.getByText(SMS_CONSENT.text)).toBeDefined()
  await user.click(today())
  await user.type(phone(), '+1 (407) 555-0142')
  await user.type(email(), 'ana@example.com')
  await user.click(await buttonNamed('Continue to payment · $5'))
  await waitFor(() => expect(leave).toHaveBeenCalledWith(PAYMENT_PAGE))
  expect(received).toMatchObject([{ channel: 'sms', phone: '+1 (407) 555-0142', dates: [aDate] }])
})

test('a free SMS order leads to our page that says which mail to open', async () => {
  const page = 'http://localhost/subscription-success?session_id=free_1&alert_type=sms'
  const received = serveOrders('checkouts', () =>
    HttpResponse.json({ sessionId: 'free_1', url: page }, { status: 201 }),
  )
  const { user } = await openHome()
  await user.click(await sms())
  await user.click(today())
  await user.type(phone(), '4075550142')
  await user.type(email(), 'ana@example.com')
  await user.type(promoCode(), 'smsfree')
  await user.click(applyButton())
  await priceIs('FREE1 day')
  await user.click(await buttonNamed('Activate Alerts!'))
  await waitFor(() => expect(leave).toHaveBeenCalledWith(page))
  expect(received).toMatchObject([{ channel: 'sms', promoCode: 'SMSFREE' }])
})

test('an applied code is not taken along to the other channel, where it would count as a guess', async () => {
  const asked = serveQuotes()
  const { user } = await openHome()
  await user.type(promoCode(), 'freeday')
  await user.click(applyButton())
  await priceIs('FREEchoose your days')
  await user.click(await sms())
  await priceIs('$5per day')
  expect(asked).toEqual([{ channel: 'email', days: 0, promoCode: 'FREEDAY' }])
  await user.click(applyButton())
  expect(await screen.findByText('Invalid Promo Code')).toBeDefined()
})

test('two clicks make one paid order, and the button is busy until the payment page is there', async () => {
  const received = serveOrders('checkouts', toPayment)
  const app = await openHome()
  await app.user.click(today())
  await app.user.type(email(), 'ana@example.com')
  clickTwiceAtOnce(await buttonNamed('Continue to payment · $1'))
  await waitFor(() => expect(leave).toHaveBeenCalled())
  const button = await buttonNamed('Opening the payment page')
  expect(button.getAttribute('aria-busy')).toBe('true')
  await app.user.click(button)
  expect(received).toHaveLength(1)
})

test('the account shows its token with a paid order for its own address', async () => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  const shown: (string | null)[] = []
  serveOrders('checkouts', (_order, request) => {
    shown.push(request.headers.get('authorization'))
    return toPayment()
  })
  const { user } = await openHome()
  await waitFor(() => expect(email().value).toBe('ana@example.com'))
  await user.click(today())
  await user.click(orderButton())
  await waitFor(() => expect(shown).toEqual([expect.stringMatching(/^Bearer .+/)]))
})

test.each([
  [
    'the payment provider has opened no page',
    () => refusal('checkout-unavailable'),
    'Failed to create checkout session',
  ],
  ['billing has failed', () => refusal('internal'), 'Failed to start checkout process'],
  [
    'the answer has no page',
    () => HttpResponse.json({ sessionId: 'cs_1' }, { status: 201 }),
    'No checkout URL received',
  ],
])('when %s, "Payment Error" says so, and what was typed stays', async (_what, answer, words) => {
  serveOrders('checkouts', answer)
  await orderByEmail(await openHome())
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Payment Error')
  expect(alert.textContent).toContain(words)
  expect(email().value).toBe('ana@example.com')
  expect(orderButton().getAttribute('aria-busy')).toBeNull()
})

test('a number that only the server finds wrong is said at its field', async () => {
  serveOrders('checkouts', () => refusal('invalid-request', [{ path: 'phone', message: 'wrong' }]))
  const { user } = await openHome()
  await user.click(await sms())
  await user.click(today())
  await user.type(phone(), '12345')
  await user.type(email(), 'ana@example.com')
  await user.click(await buttonNamed('Continue to payment · $5'))
  expect(await screen.findByText('Phone Number Required')).toBeDefined()
  expect(document.activeElement).toBe(phone())
})

test('after a payment was cancelled the form is as it was left, and the address of the page names nothing of it', async () => {
  serveOrders('checkouts', toPayment)
  const before = await openHome(`/?park=${EPCOT}`)
  await before.user.click(await sms())
  await before.user.click(tomorrow())
  await before.user.type(phone(), '4075550142')
  await before.user.type(email(), 'ana@example.com')
  await before.user.click(await buttonNamed('Continue to payment · $5'))
  await waitFor(() => expect(leave).toHaveBeenCalled())
  before.unmount()

  const { address } = await openHome('/')

  await waitFor(() => expect(email().value).toBe('ana@example.com'))
  expect([phone().value, today().checked, tomorrow().checked]).toEqual(['4075550142', false, true])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'SMS' }).checked).toBe(true)
  await waitFor(() => expect(address()).toBe(`/?park=${EPCOT}`))
  expect(await buttonNamed('Continue to payment · $5')).toBeDefined()
})

test('a page that the browser kept and shows again is not stuck in its busy state', async () => {
  serveOrders('checkouts', toPayment)
  await orderByEmail(await openHome())
  await buttonNamed('Opening the payment page')
  const shown = Object.assign(new Event('pageshow'), { persisted: true })
  window.dispatchEvent(shown)
  expect((await buttonNamed('Continue to payment · $1')).getAttribute('aria-busy')).toBeNull()
})

test('an order that was placed leaves an empty form', async () => {
  serveOrders('checkouts', toPayment)
  const before = await openHome()
  await orderByEmail(before)
  await waitFor(() => expect(leave).toHaveBeenCalled())
  before.unmount()
  serveOrders('activations', sent)
  const again = await openHome()
  await waitFor(() => expect(email().value).toBe('ana@example.com'))
  await again.user.type(promoCode(), 'freeday')
  await again.user.click(orderButton())
  await screen.findByRole('heading', { name: 'Check your inbox' })
  again.unmount()

  await openHome()

  expect([email().value, today().checked]).toEqual(['', false])
})

test('what another version of the app has kept is left alone', async () => {
  sessionStorage.setItem('walkon.order', '{"email":7}')
  renderApp('/')
  await screen.findByRole('group', { name: 'Popular' })
  expect(email().value).toBe('')
})

test('an SMS order is taken back to email when SMS is not sold any more', async () => {
  serveSettings({ smsEnabled: false })
  sessionStorage.setItem(
    'walkon.order',
    JSON.stringify({
      parkId: MAGIC_KINGDOM,
      channel: 'sms',
      email: 'ana@example.com',
      phone: '4075550142',
      dates: [],
      promoCode: '',
    }),
  )
  await openHome()
  await waitFor(() => expect(email().value).toBe('ana@example.com'))
  expect(screen.getByRole('heading', { name: 'Daily Email Alerts' })).toBeDefined()
  expect(screen.queryByRole('textbox', { name: 'Phone' })).toBeNull()
})
