import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { faultsAtBothWidths } from '../support/accessibility.ts'
import { createAccount, PASSWORD } from '../support/accounts.ts'
import { launchBrowser, PHONE } from '../support/browser.ts'
import { openPage } from '../support/pages.ts'
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

const subscriptions = z.array(
  z.object({ subscriptionId: z.string(), status: z.string(), cancelAtPeriodEnd: z.boolean() }),
)

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

/** What Stripe has of an address. */
const atStripe = async (email: string) =>
  subscriptions.parse((await client.send('GET', `/sandbox/subscriptions?email=${email}`)).body)

const mailAbout = (email: string, subject: RegExp) =>
  client.nextMessage(email, (message) => subject.test(message.subject ?? ''))

test('a plan is bought, watches the rides of a park that was added, is cancelled and kept, and outlives a failed payment', async () => {
  const problems: string[] = []
  const page = await openPage(browser, PHONE, problems)
  const email = aVisitor('planner')
  await createAccount(client, baseUrl, email, 'Petra Planner')

  await buyFromPricing(page, email)
  await mailAbout(email, /^Your receipt: \$15\.00/)
  await addParkWithOneRide(page)
  await mailOfThatRide(email)

  await cancelAndKeep(page, email)
  await failAndPay(page, email)
  expect(await atStripe(email)).toMatchObject([{ status: 'active', cancelAtPeriodEnd: false }])
  expect(problems.filter((problem) => !/status of 401/.test(problem))).toEqual([])
  await page.context().close()
})

async function buyFromPricing(page: Page, email: string): Promise<void> {
  await page.goto(`${baseUrl}/pricing`)
  await page.getByRole('link', { name: 'Get Unlimited' }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Login', exact: true }).click()
  await expectAccessible(page, 'Get the plan for $15 a month')
  await button(page, 'Get the plan for $15 a month').click()
  await button(page, /declined/).click()
  await page.getByText('Your card was declined').waitFor()
  await button(page, 'Pay $15.00').click()
  await heading(page, 'Unlimited plan').waitFor()
  await page.getByText('Active', { exact: true }).waitFor()
  await page.getByText(/^Next payment: \$15 on/).waitFor()
  await expectAccessible(page, 'Card or cancel')
}

/** With this button shown. */
async function expectAccessible(page: Page, shown: string): Promise<void> {
  await button(page, shown).waitFor()
  expect(await faultsAtBothWidths(page)).toEqual([])
}

async function addParkWithOneRide(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Choose parks and rides' }).click()
  await heading(page, 'Add a park').waitFor()
  await page.getByLabel('Destination').selectOption({ label: 'Walt Disney World' })
  await page.getByRole('combobox', { name: 'Park', exact: true }).selectOption({ label: 'EPCOT' })
  await page.getByRole('checkbox', { name: 'Test Track', exact: true }).check({ force: true })
  await expectAccessible(page, 'Add EPCOT')
  await button(page, 'Add EPCOT').click()
  await page.getByText('Park added').waitFor()
  await page.getByText('Email, unlimited plan').waitFor()
  await page.getByText('Watching 1 ride.').waitFor()
}

/** Pinned to a wait that alerts; a ride of the park that was not chosen is as short, and is not named. */
async function mailOfThatRide(email: string): Promise<void> {
  const park = await client.parkNamed(/EPCOT/)
  const board = await client.board(park.id)
  const named = (ride: string) => board.find(({ name }) => name === ride)?.rideId ?? ''
  await client.pinRide(named('Test Track'), { waitMinutes: 10 })
  await client.pinRide(named('Frozen Ever After'), { waitMinutes: 5 })
  const alert = await client.nextMessage(email, isAlert)
  expect(alert.text).toContain('Test Track')
  expect(alert.text).not.toContain('Frozen Ever After')
}

/** Presses a button of Stripe's portal and comes back. */
async function inPortal(page: Page, opener: string, pressed: string, then: RegExp): Promise<void> {
  await page.goto(`${baseUrl}/plan`)
  await button(page, opener).click()
  await heading(page, 'Your subscription').waitFor()
  await button(page, pressed).click()
  await page.getByText(then).waitFor()
  await page.getByRole('link', { name: 'Return to Walkon' }).click()
  await heading(page, 'Unlimited plan').waitFor()
}

/** The plan's page, once billing has heard of the change. */
async function planSays(page: Page, words: RegExp): Promise<void> {
  await eventually(async () => {
    await page.goto(`${baseUrl}/plan`)
    await page.getByRole('region', { name: 'Your plan' }).waitFor()
    return (await page.getByText(words).count()) > 0
  })
}

async function cancelAndKeep(page: Page, email: string): Promise<void> {
  await inPortal(page, 'Card or cancel', 'Cancel at the end of the period', /^Ends on/)
  await planSays(page, /^Your alerts go on until .* Nothing more is charged\.$/)
  await mailAbout(email, /is cancelled$/)
  await inPortal(page, 'Keep the plan', 'Don’t cancel', /^Next payment on/)
  await planSays(page, /^Next payment/)
}

async function failAndPay(page: Page, email: string): Promise<void> {
  const [subscription] = await atStripe(email)
  const change = (path: string, body: object) =>
    client.send('POST', `/sandbox/subscriptions/${subscription?.subscriptionId}/${path}`, body)
  await change('card', { outcome: 'declined' })
  await change('advance', {})
  await planSays(page, /^Your last payment failed$/)
  const mail = await mailAbout(email, /payment for the unlimited plan failed/)
  expect(mail.text).toMatch(/Your alerts go on until/)
  await inPortal(page, 'Check your card', 'Use a card that works', /^Next payment on/)
  await planSays(page, /^Next payment/)
}

test('an account that is deleted has its plan cancelled at Stripe', async () => {
  const email = aVisitor('leaver')
  const { authorization } = await createAccount(client, baseUrl, email, 'Lea Leaver')
  const { body } = await client.send('POST', '/api/billing/plan/checkout', undefined, { authorization })
  const { sessionId } = z.object({ sessionId: z.string() }).parse(body)
  await client.send('POST', `/sandbox/payments/${sessionId}/pay`, {})
  await mailAbout(email, /^Your receipt/)

  await client.send(
    'POST',
    '/api/identity/account/deletion',
    { password: PASSWORD },
    { authorization, 'x-csrf': '1' },
  )

  await eventually(async () => (await atStripe(email))[0]?.status === 'canceled')
  expect(await atStripe(email)).toMatchObject([{ status: 'canceled' }])
})
