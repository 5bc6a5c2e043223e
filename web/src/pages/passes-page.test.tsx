import type { PassView } from '@walkon/contracts/http/passes'
import { toOrderReference } from '@walkon/contracts/order-reference'
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { aPass, ORDER, serveAssistDays, servePasses } from '../test/passes.ts'
import { renderApp } from '../test/render-app.tsx'
import { MAGIC_KINGDOM, refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

const free = { totalCents: 0, discountCents: 200, promoCode: 'FREEDAY', paidCents: 0, paidAt: null }

beforeEach(() => {
  serveParks([])
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
})

const servePass = (answer: () => Response) => server.use(http.get(`*/api/billing/passes/${ORDER}`, answer))

test('the account leads to its passes', async () => {
  server.use(http.get('*/api/identity/sessions', () => HttpResponse.json([])))
  servePasses([])
  const { user, address } = renderApp('/account')
  await user.click(await screen.findByRole('link', { name: 'Passes and receipts What you ordered' }))
  expect(address()).toBe('/account/passes')
  expect(await screen.findByText('No passes yet')).toBeDefined()
})

test('a pass is listed with its park, days, channel, price, state and order number', async () => {
  servePasses([aPass({ channel: 'sms', refundedCents: 50 })])
  renderApp('/account/passes')
  const row = (await screen.findByRole('heading', { name: 'Magic Kingdom Park' })).closest('li')
  const words = row?.textContent
  for (const part of [
    'April 14 and 16',
    'SMS alerts',
    'Active',
    `Order ${toOrderReference(ORDER)}`,
    '$2',
    '$0.50 refunded',
  ])
    expect(words).toContain(part)
})

test('a pass of one day has the date that every page shows', async () => {
  servePasses([aPass({ dates: ['2026-04-14'] })])
  renderApp('/account/passes')
  expect(await screen.findByText('Tue, Apr 14,')).toBeDefined()
})

/** Returns the price printed beside an order. */
async function priceOf(pass: Partial<PassView>): Promise<(string | null)[]> {
  servePasses([aPass({ totalCents: 100, ...pass })])
  renderApp('/account/passes')
  const price = (await screen.findByText('$1')).parentElement
  return [...(price?.children ?? [])].map(({ textContent }) => textContent)
}

const RETURNED = { paidCents: 100, refundedCents: 100, owedCents: 0 }
const ON_ITS_WAY = { paidCents: 100, refundedCents: 0, owedCents: 100 }

test.each([
  ['whose second payment went back', 100, RETURNED, ['Paid twice: $1 refunded']],
  ['whose second payment is to go back', 0, ON_ITS_WAY, ['Paid twice: $1 is on its way back']],
  ['whose second payment the bank sent back to us', 0, { ...RETURNED, refundedCents: 0 }, ['Paid twice']],
  ['of which both payments went back', 200, RETURNED, ['$1 refunded', 'Paid twice: $1 refunded']],
  [
    'whose first payment alone went back',
    100,
    ON_ITS_WAY,
    ['$1 refunded', 'Paid twice: $1 is on its way back'],
  ],
] as const)(
  'an order that was paid twice, %s, has its price once in the list, and words for each refund',
  async (_which, refundedCents, secondPayment, words) => {
    expect(await priceOf({ paidCents: 200, refundedCents, secondPayment })).toEqual(['$1', ...words])
  },
)

test.each([
  ['awaiting-payment', 'Awaiting payment'],
  ['payment-processing', 'Your bank needs some time. We’ll email you'],
  ['awaiting-confirmation', 'Open the link in our email'],
  ['upcoming', 'Upcoming'],
  ['over', 'Over'],
  ['revoked', 'Ended early, because the payment was returned'],
  ['returned', 'Refunded, because the payment came after its days'],
] as const)('a pass in state %s reads "%s"', async (state, words) => {
  servePasses([aPass({ state })])
  renderApp('/account/passes')
  expect(await screen.findByText(new RegExp(words))).toBeDefined()
})

test('a refund that the bank sent back is not listed as a refund, and leads to us', async () => {
  servePasses([aPass({ state: 'returned', failedRefundCents: 200 })])
  renderApp('/account/passes')
  const words = (await screen.findByText('The payment came after its days')).closest('li')?.textContent
  expect(words).toContain('Your bank sent our refund of $2 back to us.')
  expect(words).not.toMatch(/refunded/i)
  expect(screen.getByRole('link', { name: 'contact us' }).getAttribute('href')).toBe('/contact')
})

test('the paid days of Lightning Lane Assist stand below the passes, those that are over too', async () => {
  servePasses([aPass()])
  const [startsAt, endsAt] = ['2026-04-14T17:00:00Z', '2099-04-15T17:00:00Z']
  serveAssistDays(
    [{ parkId: MAGIC_KINGDOM, date: '2026-04-14', startsAt, endsAt, paidCents: 500 }],
    [{ parkId: null, date: null, state: 'over', paidCents: 600, orderedAt: '2026-03-01T17:00:00Z' }],
  )
  renderApp('/account/passes')
  const days = within(await screen.findByRole('region', { name: 'Lightning Lane Assist' }))
  await days.findByRole('heading', { name: 'Magic Kingdom Park' })
  const [running, over] = days.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(running).toMatch(/^Magic Kingdom ParkTue, Apr 14Active until .*\$5$/)
  expect(over).toBe('A dayOver$6')
})

test('a free pass reads FREE and has no receipt', async () => {
  servePasses([aPass(free)])
  renderApp('/account/passes')
  expect(await screen.findByText('FREE')).toBeDefined()
  expect(screen.queryByRole('link', { name: /^Receipt/ })).toBeNull()
})

test('older passes are loaded when they are wanted', async () => {
  servePasses([aPass()], [aPass({ orderId: crypto.randomUUID(), parkName: 'EPCOT' })])
  const { user } = renderApp('/account/passes')
  await user.click(await screen.findByRole('button', { name: 'Show older passes' }))
  expect(await screen.findByRole('heading', { name: 'EPCOT' })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Magic Kingdom Park' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Show older passes' })).toBeNull()
})

test('the receipt of a paid order names what was bought, paid, taken off and given back, and can be printed', async () => {
  servePasses([aPass()])
  servePass(() =>
    HttpResponse.json(
      aPass({ discountCents: 100, totalCents: 100, paidCents: 100, refundedCents: 100, promoCode: 'HALF' }),
    ),
  )
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { user } = renderApp('/account/passes')
  await user.click(await screen.findByRole('link', { name: 'Receipt: Magic Kingdom Park, April 14 and 16' }))
  const receipt = within(await screen.findByRole('region', { name: 'Walkon' }))
  const amountOf = (name: string) => receipt.getByText(name).nextElementSibling?.textContent
  expect(receipt.getByText(toOrderReference(ORDER))).toBeDefined()
  expect(receipt.getByText('ana@example.com')).toBeDefined()
  expect(receipt.getByText('Tue, Apr 14; Thu, Apr 16')).toBeDefined()
  expect(amountOf('2 days at $1.00')).toBe('$2.00')
  expect(amountOf('Promo code HALF')).toBe('−$1.00')
  expect(amountOf('Paid')).toBe('$1.00')
  expect(amountOf('Refunded')).toBe('−$1.00')
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
})

test.each([
  ['whose second payment went back', 100, RETURNED, ['Second payment, refunded: −$1.00']],
  ['whose second payment is to go back', 0, ON_ITS_WAY, []],
  [
    'of which both payments went back',
    200,
    RETURNED,
    ['Second payment, refunded: −$1.00', 'Refunded: −$1.00'],
  ],
  ['whose first payment alone went back', 100, ON_ITS_WAY, ['Refunded: −$1.00']],
] as const)(
  'the receipt of an order that was paid twice, %s, has its price once, and a line for each refund',
  async (_which, refundedCents, secondPayment, refunds) => {
    const prices = { discountCents: 100, totalCents: 100, promoCode: 'HALF', paidCents: 200 }
    servePass(() => HttpResponse.json(aPass({ ...prices, refundedCents, secondPayment })))
    renderApp(`/account/receipt?order=${ORDER}`)
    const amounts = (await screen.findByText('Order total')).closest('dl')
    const lines = [...(amounts?.children ?? [])].map(
      ({ children: [name, cents] }) => `${name?.textContent}: ${cents?.textContent}`,
    )
    expect(lines).toEqual([
      '2 days at $1.00: $2.00',
      'Promo code HALF: −$1.00',
      'Order total: $1.00',
      'Second payment for this order: $1.00',
      'Paid: $2.00',
      ...refunds,
    ])
  },
)

test.each([
  ['an order of another account', () => refusal('order-not-found'), 'Order not found'],
  ['an order that cost nothing', () => HttpResponse.json(aPass(free)), 'No receipt'],
  ['an order that could not be loaded', () => refusal('unavailable'), 'We are busy'],
])('in place of the receipt of %s stands why there is none', async (_what, answer, title) => {
  servePass(answer)
  renderApp(`/account/receipt?order=${ORDER}`)
  expect(await screen.findByText(title)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
})

test.each(['/account/passes', '/account/receipt'])(
  '%s asks a visitor who is signed out to log in',
  async (path) => {
    localStorage.clear()
    const { address } = renderApp(path)
    await screen.findByRole('heading', { level: 1, name: 'Your account' })
    expect(address()).toBe('/auth')
  },
)

test('a pass that runs leads to a mail to us with its order, park and days filled in; one that is over does not', async () => {
  servePasses([aPass(), aPass({ orderId: crypto.randomUUID(), state: 'over' })])
  renderApp('/account/passes')
  const links = await screen.findAllByRole('link', { name: 'Wrong day or park? Write to us' })
  expect(links).toHaveLength(1)
  const mail = decodeURIComponent(links[0]?.getAttribute('href') ?? '')
  expect(mail).toMatch(/^mailto:support@walkon\.example\?/)
  expect(mail).toContain(`Order: ${toOrderReference(ORDER)}`)
  expect(mail).toContain('Ordered: Magic Kingdom Park, April 14 and 16')
})
