import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { z } from 'zod'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createAccount, PASSWORD } from '../support/accounts.ts'
import { DESK, launchBrowser, PHONE } from '../support/browser.ts'
import { layoutShiftOf, MOST_LAYOUT_SHIFT, watchLayoutShift } from '../support/layout-shift.ts'
import {
  applyCode,
  continueToPayment,
  DAY_PRICES,
  emailField,
  fillOrder,
  goToForm,
  type OrderChannel,
} from '../support/order-form.ts'
import { followMailLink, openMail, openPage } from '../support/pages.ts'
import { aVisitor, createWalkonClient, eventually, isAlert } from '../support/walkon-client.ts'

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

const payments = z.array(
  z.object({ sessionId: z.string(), status: z.string(), amountCents: z.number(), refundedCents: z.number() }),
)

const statusOf = async (sessionId: string) =>
  z
    .object({ status: z.string() })
    .parse((await client.send('GET', `/api/billing/checkouts/${sessionId}`)).body).status

/** Resolves when the pass is active, and prints how long that took since the payment. */
async function becomesActive(sessionId: string, paidAt: number): Promise<void> {
  await eventually(async () => (await statusOf(sessionId)) === 'active')
  console.info(`paid to active: ${((Date.now() - paidAt) / 1000).toFixed(1)} s`)
}

/** The line below the choice of the first rides, once it is there. */
const SHORT_NOW = /^Short already|^None of them/

/** What a browser notes about answers that refuse, as they must in these journeys. */
const EXPECTED_NOTES = /status of (400|401|404|409)/

/** Closes the browser's windows, and returns what went wrong in them. */
async function problemsAtEnd(page: Page, problems: string[]): Promise<string[]> {
  await page.context().close()
  return problems.filter((problem) => !EXPECTED_NOTES.test(problem))
}

type Order = { name: string; screen: BrowserContextOptions; channel: OrderChannel }
/** Each channel and each screen once paid and once free. */
const PAID: Order[] = [
  { name: 'desk', screen: DESK, channel: 'email' },
  { name: 'phone', screen: PHONE, channel: 'sms' },
]
const FREE: Order[] = [
  { name: 'phone', screen: PHONE, channel: 'email' },
  { name: 'desk', screen: DESK, channel: 'sms' },
]

test.for(PAID)(
  'on a $name, a visitor whose card is declined once buys $channel alerts with another one, and they are on',
  async ({ name, screen, channel }) => {
    const problems: string[] = []
    const page = await openPage(browser, screen, problems)
    await watchLayoutShift(page)
    const email = aVisitor(`buys-${channel}-${name}`)
    await fillOrder(page, baseUrl, email, channel)
    const sessionId = await continueToPayment(page, channel)

    await page.getByRole('button', { name: /declined/ }).click()
    await page.getByText('Your card was declined').waitFor()
    expect(await statusOf(sessionId)).toBe('open')
    const paidAt = Date.now()
    await page.getByRole('button', { name: `Pay ${DAY_PRICES[channel]}.00` }).click()
    await becomesActive(sessionId, paidAt)
    await page.getByRole('heading', { level: 1, name: 'Subscription Successful' }).waitFor()
    await page.getByText(/All ride alerts are active for Magic Kingdom/).waitFor()
    await page.getByText(SHORT_NOW).waitFor()
    expect(await layoutShiftOf(page)).toBeLessThan(MOST_LAYOUT_SHIFT)
    expect(new URL(page.url()).search).toBe(`?session_id=${sessionId}&alert_type=${channel}`)

    await client.nextMessage(email, isAlert)
    const [receipt, ...more] = (await client.messagesTo(email)).filter((message) => !isAlert(message))
    expect(receipt?.subject).toBe('Your alerts for Magic Kingdom are on')
    expect(receipt?.text).toContain(`\nYour receipt\nPaid: ${DAY_PRICES[channel]}.00\n`)
    expect(more).toEqual([])
    await page.goto(baseUrl)
    await goToForm(page)
    expect(await emailField(page).inputValue()).toBe('')
    expect(await problemsAtEnd(page, problems)).toEqual([])
  },
)

test('a pass is active when the browser never comes back, and ends when the payment is refunded', async () => {
  const problems: string[] = []
  const page = await openPage(browser, PHONE, problems)
  const email = aVisitor('gone')
  await fillOrder(page, baseUrl, email, 'email')
  const sessionId = await continueToPayment(page, 'email')
  expect(await problemsAtEnd(page, problems)).toEqual([])

  const paidAt = Date.now()
  await client.send('POST', `/sandbox/payments/${sessionId}/pay`, {})
  // The state is not asked for meanwhile: asking would make billing look at the payment.
  await client.nextMessage(email, ({ subject }) => subject?.endsWith('are on') === true)
  console.info(`paid to the mail that alerts are on: ${((Date.now() - paidAt) / 1000).toFixed(1)} s`)
  expect(await statusOf(sessionId)).toBe('active')

  await client.send('POST', `/sandbox/payments/${sessionId}/refund`, {})
  const [payment] = payments.parse((await client.send('GET', `/sandbox/payments?email=${email}`)).body)
  expect(payment).toMatchObject({ sessionId, status: 'paid', amountCents: 100, refundedCents: 100 })
  await eventually(async () => (await statusOf(sessionId)) === 'expired')
})

const waysBack: [name: string, goBack: (page: Page) => Promise<unknown>][] = [
  ['the link of the payment page', (page) => page.getByRole('link', { name: 'Back without paying' }).click()],
  ['the back button', (page) => page.goBack()],
]

test.for(waysBack)(
  'by %s, a visitor who does not pay comes back to the form as it was, and can pay after all',
  async ([, goBack]) => {
    const problems: string[] = []
    const page = await openPage(browser, PHONE, problems)
    const email = aVisitor('cancels')
    await fillOrder(page, baseUrl, email, 'sms')
    const first = await continueToPayment(page, 'sms')

    await goBack(page)
    const again = page.getByRole('button', { name: 'Continue to payment · $5' })
    await again.waitFor()
    expect(await page.getByLabel('Phone').inputValue()).toBe('+1 407 555 0142')
    expect(await emailField(page).inputValue()).toBe(email)
    expect(await page.getByRole('checkbox', { name: /, today$/ }).isChecked()).toBe(true)
    expect(page.url()).not.toMatch(/407|@|%40/)

    // The same order is the same payment.
    expect(await continueToPayment(page, 'sms')).toBe(first)
    await page.getByRole('button', { name: 'Pay $5.00' }).click()
    await page.getByRole('heading', { level: 1, name: 'Subscription Successful' }).waitFor()
    expect(await problemsAtEnd(page, problems)).toEqual([])
  },
)

const FREE_CODES: Record<OrderChannel, string> = { email: 'freeday', sms: 'smsfree' }

test.for(FREE)(
  'on a $name, a code makes $channel alerts free: they are on when the mail is confirmed',
  async ({ name, screen, channel }) => {
    const problems: string[] = []
    const page = await openPage(browser, screen, problems)
    await watchLayoutShift(page)
    const email = aVisitor(`free-${channel}-${name}`)
    await fillOrder(page, baseUrl, email, channel)
    await applyCode(page, FREE_CODES[channel])
    await page.locator('.price--free').waitFor()
    await page.getByRole('button', { name: 'Activate Alerts!' }).click()
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()

    const inbox = await page.context().newPage()
    await openMail(inbox, baseUrl, email, /confirm/i)
    const confirm = await followMailLink(inbox, /^Turn on my alerts$/)
    await confirm.getByRole('button', { name: 'Turn on my alerts' }).click()
    await confirm.getByRole('heading', { name: 'Your alerts are on' }).waitFor()
    await confirm.getByText(SHORT_NOW).waitFor()
    expect(await layoutShiftOf(confirm)).toBeLessThan(MOST_LAYOUT_SHIFT)
    if (channel === 'sms') {
      await page.getByRole('heading', { level: 1, name: 'Subscription Successful' }).waitFor()
    }
    await client.nextMessage(email, isAlert)
    expect(await problemsAtEnd(page, problems)).toEqual([])
  },
)

test('an account finds what it bought in its passes, with a receipt', async () => {
  const problems: string[] = []
  const page = await openPage(browser, DESK, problems)
  const email = aVisitor('has-receipts')
  await createAccount(client, baseUrl, email, 'Ada Visitor')
  // Who is signed in proves the address; without it the order would wait for a mailed link.
  await page.goto(`${baseUrl}/account/passes`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Passes and receipts' }).waitFor()
  await fillOrder(page, baseUrl, email, 'email')
  await page.getByRole('button', { name: `Account of ${email}` }).waitFor()
  await continueToPayment(page, 'email')
  await page.getByRole('button', { name: 'Pay $1.00' }).click()
  await page.getByRole('heading', { level: 1, name: 'Subscription Successful' }).waitFor()

  await page.goto(`${baseUrl}/account/passes`)
  await page.getByText(/^Active/).waitFor()
  await page.getByRole('link', { name: /^Receipt: Magic Kingdom/ }).click()
  const receipt = page.getByRole('region', { name: 'Walkon', exact: true })
  await receipt.getByText('$1.00', { exact: true }).first().waitFor()
  expect(await receipt.innerText()).toContain(email)
  const paper = await page.pdf({ format: 'Letter' })
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
  expect(await receipt.getByText('All amounts are in US dollars').isVisible()).toBe(true)
  expect(await problemsAtEnd(page, problems)).toEqual([])
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
