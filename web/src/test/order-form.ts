import type { NewQuote, Quote } from '@walkon/contracts/http/checkouts'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, vi } from 'vitest'
import { renderApp } from './render-app.tsx'
import { refusal, serveParks } from './samples.ts'
import { server } from './server.ts'

/** The order form of the home page, and billing at its wire. */

export const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
export const phone = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Phone' })
export const promoCode = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Promo code/ })
export const today = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /, today$/ })
export function tomorrow(): HTMLInputElement {
  const [, second] = screen.getAllByRole<HTMLInputElement>('checkbox')
  if (!second) throw new Error('There is no second day')
  return second
}
export const sms = () => screen.findByRole('radio', { name: 'SMS' })
export const price = () => document.querySelector('.price')?.textContent
export const priceIs = (words: string) => waitFor(() => expect(price()).toBe(words))
export const applyButton = () => screen.getByRole('button', { name: 'Apply' })
export const orderButton = () =>
  screen.getByRole('button', { name: /^Activate Alerts!$|^Continue to payment/ })
export const buttonNamed = (name: string) => screen.findByRole('button', { name })

/** A home page without rides, whose orders are priced. Returns the spy that takes the visitor to the payment page. */
export function serveOrderForm() {
  serveParks([])
  serveQuotes()
  return vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
}

const DAY_PRICES = { email: 100, sms: 500 }
/** Off the whole price, by code. */
const CODES: Record<string, { channel: 'email' | 'sms'; percent: number } | undefined> = {
  FREEDAY: { channel: 'email', percent: 100 },
  SMSFREE: { channel: 'sms', percent: 100 },
  HALF: { channel: 'email', percent: 50 },
}

/** The answer to a quote. */
export function answerQuote({ channel, days, promoCode: code }: NewQuote): Response {
  const known = code === undefined ? undefined : CODES[code]
  if (code !== undefined && !known) return refusal('invalid-promo-code')
  if (known && known.channel !== channel) return refusal('promo-code-wrong-channel')
  const priced = Math.max(days, 1)
  const listCents = priced * DAY_PRICES[channel]
  const discountCents = (listCents * (known?.percent ?? 0)) / 100
  return HttpResponse.json({
    channel,
    currency: 'usd',
    discount: known ? { kind: 'percentage', percent: known.percent } : null,
    days: priced,
    dayPriceCents: DAY_PRICES[channel],
    discountCents,
    totalCents: listCents - discountCents,
  } satisfies Quote)
}

/** A billing that knows the prices and codes above. Returns what it was asked. */
export function serveQuotes(answer: (asked: NewQuote) => Response | Promise<Response> = answerQuote) {
  const received: NewQuote[] = []
  server.use(
    http.post('*/api/billing/quotes', async ({ request }) => {
      const asked = (await request.json()) as NewQuote
      received.push(asked)
      return answer(asked)
    }),
  )
  return received
}

export const sent = () => HttpResponse.json({ status: 'confirmation-sent' }, { status: 202 })

export const PAYMENT_PAGE = 'https://checkout.example/cs_1'
export const toPayment = () => HttpResponse.json({ sessionId: 'cs_1', url: PAYMENT_PAGE }, { status: 201 })

/** A billing that keeps the orders it was sent, and gives the answer of the test. */
export function serveOrders(
  path: 'activations' | 'checkouts',
  answer: (order: unknown, request: Request) => Response | Promise<Response>,
) {
  const received: unknown[] = []
  server.use(
    http.post(`*/api/billing/${path}`, async ({ request }) => {
      const order: unknown = await request.json()
      received.push(order)
      return answer(order, request)
    }),
  )
  return received
}

export async function openHome(path = '/') {
  const app = renderApp(path)
  await parksListed()
  return app
}

/** Magic Kingdom is there before the list. */
export const parksListed = async () =>
  within(await screen.findByRole('combobox', { name: 'Park' })).findByRole('option', { name: /^EPCOT/ })

/** Everything that an email order needs, with a code that makes it free. */
export async function fillIn({ user }: Awaited<ReturnType<typeof openHome>>) {
  await user.click(today())
  await user.fill(email(), 'ana@example.com')
  await user.fill(promoCode(), 'freeday')
}

/** A paid order for today. */
export async function orderByEmail(app: Awaited<ReturnType<typeof openHome>>) {
  await app.user.click(today())
  await app.user.fill(email(), 'ana@example.com')
  await app.user.click(await buttonNamed('Continue to payment · $1'))
}
