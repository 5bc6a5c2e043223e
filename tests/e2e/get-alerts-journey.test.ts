import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { accessibilityProblems, pixelsTooWide } from '../support/accessibility.ts'
import { createAccount, PASSWORD } from '../support/accounts.ts'
import { launchBrowser, PHONE } from '../support/browser.ts'
import { openPage } from '../support/pages.ts'
import { aVisitor, createWalkonClient } from '../support/walkon-client.ts'

const baseUrl = inject('baseUrl')
const client = createWalkonClient(baseUrl)
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const rideBox = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

test('from Get Started an account pays for a day of the one ride that it chose, and comes back to it', async () => {
  const problems: string[] = []
  const page = await openPage(browser, PHONE, problems)
  const email = aVisitor('day')
  await createAccount(client, baseUrl, email, 'Dana Day')

  await logInFromGetStarted(page, email)
  await chooseTestTrack(page)
  await pay(page)

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
