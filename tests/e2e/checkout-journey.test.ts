import type { Browser } from 'playwright-core'
import { z } from 'zod'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { DESK, launchBrowser, PHONE } from '../support/browser.ts'
import { openPage } from '../support/pages.ts'
import { aVisitor, createWalkonClient, eventually, isAlert, todayIn } from '../support/walkon-client.ts'

const baseUrl = inject('baseUrl')
const client = createWalkonClient(baseUrl)
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await client.releasePins()
})

const started = z.object({ sessionId: z.string(), url: z.string() })
const payments = z.array(
  z.object({ sessionId: z.string(), status: z.string(), amountCents: z.number(), refundedCents: z.number() }),
)

/** A checkout of today, as the page that sells passes starts one. */
async function startCheckout(email: string) {
  const park = await client.parkNamed(/Magic Kingdom/)
  const { status, body } = await client.send('POST', '/api/billing/checkouts', {
    email,
    parkId: park.id,
    dates: [todayIn(park.timezone)],
    channel: 'email',
  })
  expect(status).toBe(201)
  return started.parse(body)
}

const statusOf = async (sessionId: string) =>
  z
    .object({ status: z.string() })
    .parse((await client.send('GET', `/api/billing/checkouts/${sessionId}`)).body).status

test.for([
  ['a phone', PHONE],
  ['a desk', DESK],
] as const)(
  'on %s, a visitor whose card is declined once pays with another one, and alerts are on',
  async ([name, screen]) => {
    const problems: string[] = []
    const page = await openPage(browser, screen, problems)
    const email = aVisitor(`buyer-${name.replaceAll(' ', '-')}`)
    const { sessionId, url } = await startCheckout(email)

    await page.goto(url)
    await page.getByRole('button', { name: /declined/ }).click()
    await page.getByText('Your card was declined').waitFor()
    await page.getByRole('button', { name: 'Pay $1.00' }).click()
    await page.getByRole('heading', { level: 1, name: 'Subscription Successful' }).waitFor()
    await page.getByText(/All ride alerts are active for Magic Kingdom/).waitFor()

    expect(await statusOf(sessionId)).toBe('active')
    const receipt = await client.nextMessage(
      email,
      ({ subject }) => subject?.startsWith('Your receipt') === true,
    )
    expect(receipt.text).toContain('$1.00')
    await client.nextMessage(email, isAlert)
    expect(problems).toEqual([])
    await page.context().close()
  },
)

test('a pass is active when the browser never comes back, and ends when the payment is refunded', async () => {
  const email = aVisitor('gone')
  const { sessionId } = await startCheckout(email)
  const paidAt = Date.now()
  await client.send('POST', `/sandbox/payments/${sessionId}/pay`, {})
  await client.nextMessage(email, ({ subject }) => subject?.endsWith('are on') === true)
  console.info(`paid to "alerts are on": ${((Date.now() - paidAt) / 1000).toFixed(1)} s`)

  await client.send('POST', `/sandbox/payments/${sessionId}/refund`, {})
  const [payment] = payments.parse((await client.send('GET', `/sandbox/payments?email=${email}`)).body)
  expect(payment).toMatchObject({ sessionId, status: 'paid', amountCents: 100, refundedCents: 100 })
  await eventually(async () => (await statusOf(sessionId)) === 'expired')
})

test('a webhook that Stripe has not signed is refused', async () => {
  const forged = {
    id: 'evt_1',
    type: 'checkout.session.completed',
    livemode: false,
    data: { object: { id: 'cs_1' } },
  }
  const { status } = await client.send('POST', '/webhooks/stripe', forged, {
    'stripe-signature': 't=1,v1=00',
  })

  expect(status).toBe(401)
})
