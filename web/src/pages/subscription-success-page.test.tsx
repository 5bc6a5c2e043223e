import type { CheckoutState } from '@walkon/contracts/http/checkouts'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
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

test('a paid order says what is active, for which days, and where the rides are', async () => {
  serveCheckout({})
  renderApp(ADDRESS)

  expect(await heading('Subscription Successful')).toBe(document.activeElement)
  expect(screen.getByText(/All ride alerts are active for Magic Kingdom/).textContent).toContain('by email.')
  expect(screen.getByText('Tue, Apr 14')).toBeDefined()
  expect(screen.getByText('$2')).toBeDefined()
  expect(screen.getByText('cs_test_1')).toBeDefined()
  expect(screen.getByRole('main').querySelector('a[href="/manage-alerts"]')?.textContent).toBe(
    'Manage Alerts',
  )
  expect(screen.getByRole('link', { name: 'See live wait times' }).getAttribute('href')).toBe(
    `/live-wait-times?park=${MAGIC_KINGDOM}`,
  )
})

test('an order for text messages is confirmed by SMS and email', async () => {
  serveCheckout({ channel: 'sms' })
  renderApp(ADDRESS)

  expect((await screen.findByText(/All ride alerts are active/)).textContent).toContain('by SMS and email.')
  expect(screen.getByText(/Answer YES to the text/)).toBeDefined()
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

test('an order whose guarantee was not met says what was refunded and why', async () => {
  serveCheckout({ status: 'expired', totalCents: 200, refund: { reason: 'guarantee', amountCents: 200 } })
  renderApp(ADDRESS)

  await heading('This order has ended')
  await screen.findByText(/fewer than 3 rides, so we refunded \$2/)
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
