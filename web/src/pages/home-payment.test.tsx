import { SMS_CONSENT } from '@walkon/contracts/sms-consent'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import {
  applyButton,
  buttonNamed,
  email,
  openHome,
  orderButton,
  orderByEmail,
  PAYMENT_PAGE,
  phone,
  priceIs,
  promoCode,
  serveOrderForm,
  serveOrders,
  sms,
  toPayment,
  today,
} from '../test/order-form.ts'
import { clickTwiceAtOnce } from '../test/render-app.tsx'
import { MAGIC_KINGDOM, refusal } from '../test/samples.ts'

let leave: ReturnType<typeof serveOrderForm>

beforeEach(() => {
  leave = serveOrderForm()
})

const aDate = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)

test('an email order is sent with what was entered, and leads to the payment page', async () => {
  const received = serveOrders('checkouts', toPayment)
  await orderByEmail(await openHome())
  await waitFor(() => expect(leave).toHaveBeenCalledWith(PAYMENT_PAGE))
  expect(received).toEqual([
    {
      email: 'ana@example.com',
      parkId: MAGIC_KINGDOM,
      dates: [aDate],
      channel: 'email',
      tabKey: expect.stringMatching(/^[\da-f]{48}$/) as string,
    },
  ])
})

test('an SMS order is sent with the phone number, and shows the words of its consent, to the letter, and what comes first', async () => {
  const received = serveOrders('checkouts', toPayment)
  const { user } = await openHome()
  await user.click(await sms())
  expect(screen.getByRole('heading', { level: 2, name: 'Daily SMS Alerts' })).toBeDefined()
  expect(await screen.findByText(/Answer YES to our text/)).toBeDefined()
  expect(screen.getByText(SMS_CONSENT.text)).toBeDefined()
  await user.click(today())
  await user.fill(await phone(), '+1 (407) 555-0142')
  await user.fill(email(), 'ana@example.com')
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
  await user.fill(await phone(), '4075550142')
  await user.fill(email(), 'ana@example.com')
  await user.fill(promoCode(), 'smsfree')
  await user.click(applyButton())
  await priceIs('FREE1 day')
  await user.click(await buttonNamed('Activate Alerts!'))
  await waitFor(() => expect(leave).toHaveBeenCalledWith(page))
  expect(received).toMatchObject([{ channel: 'sms', promoCode: 'SMSFREE' }])
})

test('two clicks make one paid order, and the button is busy until the payment page is there', async () => {
  const received = serveOrders('checkouts', toPayment)
  const app = await openHome()
  await app.user.click(today())
  await app.user.fill(email(), 'ana@example.com')
  clickTwiceAtOnce(await buttonNamed('Continue to payment · $1'))
  await waitFor(() => expect(leave).toHaveBeenCalled())
  const button = await buttonNamed('Opening the payment page')
  expect(button.getAttribute('aria-busy')).toBe('true')
  await app.user.click(button)
  expect(received).toHaveLength(1)
})

test('an order for an address that the account has left elsewhere is not paid, and the form has the new one', async () => {
  wasSignedIn()
  const identity = serveIdentity({ isSignedIn: true })
  const received = serveOrders('checkouts', (order) =>
    (order as { email: string }).email === 'ana@example.com' ? refusal('address-left') : toPayment(),
  )
  const { user } = await openHome()
  await waitFor(() => expect(email().value).toBe('ana@example.com'))
  identity.account.email = 'ana@new.example.com'
  await user.click(today())
  await user.click(orderButton())
  expect(await screen.findByText(/Your account has a different email now/)).toBeDefined()
  await waitFor(() => expect(email().value).toBe('ana@new.example.com'))
  expect(leave).not.toHaveBeenCalled()

  await user.click(orderButton())
  await waitFor(() => expect(leave).toHaveBeenCalledWith(PAYMENT_PAGE))
  expect(received).toMatchObject([{ email: 'ana@example.com' }, { email: 'ana@new.example.com' }])
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

test.for([
  [
    'no number in its form',
    () => refusal('invalid-request', [{ path: 'phone', message: 'wrong' }]),
    'Not Valid',
  ],
  ['no number of its country', () => refusal('phone-required'), 'Not Valid'],
  ['a number of a country without texts', () => refusal('phone-country'), 'Not Supported'],
] as const)('%s is refused at its field by words of its own', async ([_number, answer, words]) => {
  serveOrders('checkouts', answer)
  const { user } = await openHome()
  await user.click(await sms())
  await user.click(today())
  await user.fill(await phone(), '+10407 555 0142')
  await user.fill(email(), 'ana@example.com')
  await user.click(await buttonNamed('Continue to payment · $5'))
  expect(await screen.findByText(`Phone Number ${words}`)).toBeDefined()
  await expectFocusOn(await phone())
})

test('a page that the browser kept and shows again is not stuck in its busy state', async () => {
  serveOrders('checkouts', toPayment)
  await orderByEmail(await openHome())
  await buttonNamed('Opening the payment page')
  const shown = Object.assign(new Event('pageshow'), { persisted: true })
  window.dispatchEvent(shown)
  expect((await buttonNamed('Continue to payment · $1')).getAttribute('aria-busy')).toBeNull()
})
