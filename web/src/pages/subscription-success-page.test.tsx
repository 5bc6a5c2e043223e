import type { CheckoutState } from '@walkon/contracts/http/checkouts'
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { ensureTabKey } from '../lib/tab-key.ts'
import { renderApp } from '../test/render-app.tsx'
import { MAGIC_KINGDOM, refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

const ADDRESS = '/subscription-success?session_id=cs_test_1&alert_type=email'
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

/** Each answer is the next one that billing gives; the last is given again. */
function serveCheckout(...answers: Partial<CheckoutState>[]) {
  let asked = 0
  server.use(
    http.get('*/api/billing/checkouts/cs_test_1', () => {
      const answer = answers[Math.min(asked, answers.length - 1)]
      asked += 1
      return HttpResponse.json({
        status: 'active',
        channel: 'email',
        parkId: MAGIC_KINGDOM,
        parkName: 'Magic Kingdom',
        dates: ['2026-04-14', '2026-04-16'],
        totalCents: 200,
        currency: 'usd',
        ...answer,
      })
    }),
  )
}

test('a paid order says what is active, for which days, its short number, and where the rides are', async () => {
  serveCheckout({ orderReference: 'FT7Y-WDZA' })
  renderApp(ADDRESS)

  const successful = await heading('Subscription Successful')
  await waitFor(() => expect(document.activeElement).toBe(successful))
  expect(screen.getByText(/All ride alerts are active for Magic Kingdom/).textContent).toContain('by email.')
  expect(screen.getByText('Tue, Apr 14')).toBeDefined()
  expect(screen.getByText('Paid: $2')).toBeDefined()
  expect(screen.getByText('FT7Y-WDZA')).toBeDefined()
  expect(screen.getByRole('main').querySelector('a[href="/manage-alerts"]')?.textContent).toBe(
    'Manage Alerts',
  )
  expect(screen.getByRole('link', { name: 'See live wait times' }).getAttribute('href')).toBe(
    `/live-wait-times?park=${MAGIC_KINGDOM}`,
  )
})

test('the tab that paid goes to its rides without a login', async () => {
  const tabKey = ensureTabKey()
  serveCheckout({})
  const shown: unknown[] = []
  server.use(
    http.post('*/api/billing/checkouts/cs_test_1/key', async ({ request }) => {
      shown.push(await request.json())
      return HttpResponse.json({ manageToken: 'a.key.of.one.park' })
    }),
  )
  renderApp(ADDRESS)

  const rides = await screen.findByRole('link', { name: 'Choose your rides' })
  expect(rides.getAttribute('href')).toBe('/manage-alerts?token=a.key.of.one.park')
  expect(shown).toEqual([{ tabKey }])
})

test('a tab whose order it is not is led to the account, and to the button of the mail', async () => {
  ensureTabKey()
  serveCheckout({})
  server.use(http.post('*/api/billing/checkouts/cs_test_1/key', () => refusal('checkout-not-found')))
  renderApp(ADDRESS)

  expect((await screen.findByText(/sign up with the same address/)).textContent).toContain(
    'Tap “Choose your rides” in our email',
  )
})

test('a paid order that waits for the owner of the address names the mail, and is no success yet', async () => {
  serveCheckout({ status: 'processing', waitsFor: 'confirmation' })
  renderApp(ADDRESS)

  await heading('Paid. Now open our email')
  expect(screen.getByText('“Turn on the alerts you paid for: Magic Kingdom”')).toBeDefined()
  expect(screen.getByText(/goes back to your card by itself/)).toBeDefined()
})

test('an order for text messages is confirmed by SMS and email', async () => {
  serveCheckout({ channel: 'sms' })
  renderApp(ADDRESS)

  expect((await screen.findByText(/All ride alerts are active/)).textContent).toContain('by SMS and email.')
  expect(screen.getByText(/answer YES/).parentElement?.textContent).toContain('if your number is new to us')
})

test('the tab that paid for texts says the step that is left, and by itself that it is done', async () => {
  ensureTabKey()
  serveCheckout({ channel: 'sms' })
  let state = 'waiting-for-yes'
  server.use(
    http.post('*/api/billing/checkouts/cs_test_1/key', () =>
      HttpResponse.json({ manageToken: 'a.key.of.one.park' }),
    ),
    http.get('*/api/notifications/ways/text', ({ request }) => {
      const mayKnow = request.headers.get('authorization') === 'Bearer a.key.of.one.park'
      return HttpResponse.json({ way: mayKnow ? { number: '••• 0142', state } : null })
    }),
  )
  renderApp(ADDRESS)

  await screen.findByText(/to our text at ••• 0142\./)
  state = 'confirmed'
  expect(await screen.findByText('Texts are on.')).toBeDefined()
})

test('a payment that is still on its way is asked for again, until the alerts are active', async () => {
  serveCheckout({ status: 'open' }, { status: 'processing' }, {})
  renderApp(ADDRESS)

  await heading('Waiting for your payment')
  await heading('Your payment is on its way')
  expect(await heading('Subscription Successful')).toBeDefined()
})

test('a free order says which mail to open', async () => {
  serveCheckout({ status: 'open', totalCents: 0 })
  renderApp(ADDRESS)

  await heading('Check your inbox')
  expect(screen.getByText('“Confirm your alerts for Magic Kingdom”')).toBeDefined()
  expect(screen.getByText('FREE')).toBeDefined()
})

test('an order that was not paid in time can be started again', async () => {
  serveCheckout({ status: 'expired' })
  renderApp(ADDRESS)

  await heading('This order has ended')
  expect(screen.getByRole('link', { name: 'Start again' }).getAttribute('href')).toBe('/#alerts')
})

test.each([
  ['unpaid', 'This order has ended', /was not paid in time, and nothing was charged/],
  ['money-back', 'This order has ended', /Your money was returned/],
  ['declined', 'Your payment didn’t go through', /Your bank didn’t make the payment/],
] as const)('an order that has ended as %s says so, with the way to another', async (ended, title, words) => {
  serveCheckout({ status: 'expired', ended })
  renderApp(ADDRESS)

  await heading(title)
  expect(screen.getByText(words)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Start again' })).toBeDefined()
})

test('a pass whose days are over does not say that its alerts are active', async () => {
  serveCheckout({ status: 'expired', ended: 'over' })
  renderApp(ADDRESS)

  await heading('Your pass has ended')
  expect(screen.getByText(/The days of this pass for Magic Kingdom are over/)).toBeDefined()
  expect(screen.queryByText(/alerts are active/)).toBeNull()
})

test.each([
  ['days-over', 200, /when these days were over at the park.*We are refunding \$2/],
  ['days-over', 100, /Some of these days were over.*refunding \$1 for them/],
] as const)(
  'a payment that came after days of its order says what is refunded (%s, %i)',
  async (reason, amountCents, words) => {
    const refund = { reason, amountCents, hasFailed: false }
    serveCheckout(amountCents === 200 ? { status: 'expired', ended: 'money-back', refund } : { refund })
    renderApp(ADDRESS)

    expect(await screen.findByText(words)).toBeDefined()
    expect(screen.queryAllByText(/All ride alerts are active/)).toHaveLength(amountCents === 200 ? 0 : 1)
  },
)

test('a second payment of an order says that it goes back, and that the alerts are active', async () => {
  serveCheckout({ refund: { reason: 'paid-twice', amountCents: 200, hasFailed: false } })
  renderApp(ADDRESS)

  await heading('Subscription Successful')
  expect(screen.getByText(/You paid for this order twice/)).toBeDefined()
})

test('a second payment that is not known yet is asked for again, until the page says that it goes back', async () => {
  serveCheckout(
    { mayBePaidTwice: true },
    { refund: { reason: 'paid-twice', amountCents: 200, hasFailed: false } },
  )
  renderApp(ADDRESS)

  await heading('Subscription Successful')
  expect(await screen.findByText(/You paid for this order twice/)).toBeDefined()
})

test('a refund that the bank returned leads to us', async () => {
  const refund = { reason: 'guarantee', amountCents: 200, hasFailed: true } as const
  serveCheckout({ status: 'expired', ended: 'over', refund })
  renderApp(ADDRESS)

  await heading('Your pass has ended')
  expect(screen.getByText(/your bank sent the money back/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Contact us' })).toBeDefined()
})

test('an order whose guarantee was not met says what was refunded and why', async () => {
  const refund = { reason: 'guarantee', amountCents: 200, hasFailed: false } as const
  serveCheckout({ status: 'expired', ended: 'money-back', totalCents: 200, refund })
  renderApp(ADDRESS)

  await heading('This order has ended')
  await screen.findByText(
    /fewer than 3 rides that count, so we refunded \$2\. A ride that is short most of the day does not count/,
  )
  expect(screen.queryByRole('link', { name: 'Start again' })).toBeNull()
})

test.for(['/subscription-success', ADDRESS])(
  '%s of an unknown order says so, with a way home',
  async (address) => {
    server.use(http.get('*/api/billing/checkouts/cs_test_1', () => refusal('checkout-not-found')))
    renderApp(address)

    await heading('Order not found')
    expect(screen.getByRole('link', { name: 'Return to Home' })).toBeDefined()
  },
)
