import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import {
  answerQuote,
  applyButton,
  buttonNamed,
  email,
  openHome,
  orderButton,
  PAYMENT_PAGE,
  price,
  priceIs,
  promoCode,
  serveOrderForm,
  serveOrders,
  serveQuotes,
  sms,
  toPayment,
  today,
  tomorrow,
} from '../test/order-form.ts'
import { refusal } from '../test/samples.ts'

let leave: ReturnType<typeof serveOrderForm>

beforeEach(() => {
  leave = serveOrderForm()
})

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
  expect(price()).toBe('price at payment')
  await user.fill(email(), 'ana@example.com')
  await user.click(await buttonNamed('Continue to payment'))
  await waitFor(() => expect(leave).toHaveBeenCalledWith(PAYMENT_PAGE))
  expect(received).toHaveLength(1)
})

test('a code that is judged nowhere goes out with the order, which billing judges', async () => {
  serveQuotes(() => HttpResponse.error())
  const received = serveOrders('checkouts', toPayment)
  const { user } = await openHome()
  await user.click(today())
  await user.fill(email(), 'ana@example.com')
  await user.fill(promoCode(), 'freeday')
  await user.click(orderButton())
  await waitFor(() => expect(received).toMatchObject([{ channel: 'email', promoCode: 'FREEDAY' }]))
})

test('a code that reduces the price leaves the rest to be paid', async () => {
  const received = serveOrders('checkouts', toPayment)
  const { user } = await openHome()
  await user.click(today())
  await user.click(tomorrow())
  await user.fill(email(), 'ana@example.com')
  await user.fill(promoCode(), 'half')
  await user.click(applyButton())
  expect(await screen.findByText('Code applied. You save $1.')).toBeDefined()
  await priceIs('$12 days × $1, $1 off')
  await user.click(await buttonNamed('Continue to payment · $1'))
  await waitFor(() => expect(received).toMatchObject([{ promoCode: 'HALF', channel: 'email' }]))
})

test('an applied code is not taken along to the other channel, where it would count as a guess', async () => {
  const asked = serveQuotes()
  const { user } = await openHome()
  await user.fill(promoCode(), 'freeday')
  await user.click(applyButton())
  await priceIs('FREEchoose your days')
  await user.click(await sms())
  await priceIs('$5per day')
  expect(asked).toEqual([{ channel: 'email', days: 0, promoCode: 'FREEDAY' }])
  await user.click(applyButton())
  expect(await screen.findByText('Invalid Promo Code')).toBeDefined()
})
