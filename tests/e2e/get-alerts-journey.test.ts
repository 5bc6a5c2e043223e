import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { accessibilityProblems, pixelsTooWide } from '../support/accessibility.ts'
import { createAccount, PASSWORD } from '../support/accounts.ts'
import { launchBrowser, PHONE } from '../support/browser.ts'
import { openPage } from '../support/pages.ts'
import { aVisitor, createWalkonClient, isAlert } from '../support/walkon-client.ts'

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

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const rideBox = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

test('from Get Started an account pays for a day of one ride, hears of it, stops, and orders a later day free', async () => {
  const problems: string[] = []
  const page = await openPage(browser, PHONE, problems)
  const email = aVisitor('day')
  await createAccount(client, baseUrl, email, 'Dana Day')

  await logInFromGetStarted(page, email)
  await chooseTestTrack(page)
  await pay(page)
  await hearOfTestTrack(email)
  await stopAndStart(page)
  await scheduleLaterDay(page)

  // Before the login nobody is signed in.
  expect(problems.filter((problem) => !/status of 40[01]/.test(problem))).toEqual([])
  await page.context().close()
})

async function logInFromGetStarted(page: Page, email: string): Promise<void> {
  await page.goto(`${baseUrl}/faq`)
  await page.getByRole('link', { name: 'Get Started' }).click()
  await page.getByRole('link', { name: 'Continue with just your email' }).waitFor()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Get Alerts' }).waitFor()
}

async function chooseTestTrack(page: Page): Promise<void> {
  await page.getByLabel('Destination').selectOption({ label: 'Walt Disney World' })
  await page.getByRole('combobox', { name: 'Park', exact: true }).selectOption({ label: 'EPCOT' })
  await rideBox(page, 'Test Track').waitFor()
  await button(page, 'Unselect all').click()
  await rideBox(page, 'Test Track').check({ force: true })
  await page.getByText('1 ride chosen.').waitFor()
  await button(page, 'Activate Alerts · $1').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 844 })
  expect(await pixelsTooWide(page)).toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
}

async function pay(page: Page): Promise<void> {
  await button(page, 'Activate Alerts · $1').click()
  await button(page, 'Pay $1.00').click()
  await page.getByText('Payment Successful').waitFor()
  await page.getByText('Watching 1 ride.').waitFor()
  await page.reload()
  await page.getByText('Watching 1 ride.').waitFor()
  expect(await rideBox(page, 'Test Track').isChecked()).toBe(true)
  expect(await accessibilityProblems(page)).toEqual([])
}

/** A ride that was not chosen is as short, and is not named. */
async function hearOfTestTrack(email: string): Promise<void> {
  const park = await client.parkNamed(/EPCOT/)
  const board = await client.board(park.id)
  const named = (ride: string) => board.find(({ name }) => name === ride)?.rideId ?? ''
  await client.pinRide(named('Test Track'), { waitMinutes: 10 })
  await client.pinRide(named('Frozen Ever After'), { waitMinutes: 5 })
  const alert = await client.nextMessage(email, isAlert)
  expect(alert.text).toContain('Test Track')
  expect(alert.text).not.toContain('Frozen Ever After')
}

async function stopAndStart(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: 'Recent alerts' })
    .getByText('Test Track')
    .waitFor({ timeout: 90_000 })
  await button(page, 'Stop Alerts').click()
  await page.getByText(/^Alerts are off\./).waitFor()
  await button(page, 'Activate Alerts').click()
  await page.getByText('Watching 1 ride.').waitFor()
}

async function scheduleLaterDay(page: Page): Promise<void> {
  await page
    .getByRole('combobox', { name: 'Park', exact: true })
    .selectOption({ label: 'Magic Kingdom Park' })
  await rideBox(page, 'Space Mountain').waitFor()
  const date = page.getByLabel('Date')
  const [year, month, day] = (await date.inputValue()).split('-').map(Number)
  const inTenDays = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, (day ?? 1) + 10))
    .toISOString()
    .slice(0, 10)
  await date.fill(inTenDays)
  await page.getByLabel(/^Time/).fill('09:30')
  await page.getByLabel(/^Promo code/).fill('freeday')
  await button(page, 'Apply').click()
  await page.getByText('Code applied. Your alerts are free.').waitFor()
  await button(page, 'Schedule Alerts').click()
  await page.getByText(/^Scheduled\. We’ll watch \d+ rides\.$/).waitFor()
  await page.getByText(/from .*9:30 am/).waitFor()
}
