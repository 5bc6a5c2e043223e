import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { accessibilityProblems, pixelsTooWide } from '../support/accessibility.ts'
import { createAccount, PASSWORD } from '../support/accounts.ts'
import { DESK, launchBrowser, PHONE } from '../support/browser.ts'
import { openPage } from '../support/pages.ts'
import { aVisitor, createWalkonClient, eventually } from '../support/walkon-client.ts'

const baseUrl = inject('baseUrl')
const client = createWalkonClient(baseUrl)
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const CHECKLIST = '/ride-checklist?park=75ea578a-adc8-4116-a54d-dccb60765ef9&order=name'

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  // It lies over the first rides, and stays while a pointer is on it.
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByText('Welcome back to Walkon!').waitFor({ state: 'detached' })
}

const rides = (page: Page) => page.getByRole('list', { name: 'Rides' }).getByRole('checkbox')
/** The painted box lies over the input. */
async function tap(ride: Locator): Promise<void> {
  const isDone = await ride.isChecked()
  await ride.click({ force: true })
  await eventually(async () => (await ride.isChecked()) !== isDone)
}
/** The waits of what is left, a shape a ride. */
const widthOfDay = async (page: Page) =>
  (await page.getByRole('main').locator('.string').first().boundingBox())?.width ?? 0
const PHONE_WIDTH = 390
const progress = (page: Page) => page.getByText(/^\d+ of \d+ rides? done$/)

test('a park is ticked off on a phone that draws its day and loses its signal, and a desk that has the same list open follows', async () => {
  const problems: string[] = []
  const email = aVisitor('checklist')
  await createAccount(client, baseUrl, email, 'Ana Ortiz')
  const phone = await openPage(browser, PHONE, problems)
  await phone.goto(baseUrl + CHECKLIST)
  await logIn(phone, email)
  await phone.getByRole('button', { name: 'Add all rides' }).click()
  await rides(phone).nth(2).waitFor()
  const all = await rides(phone).count()

  const desk = await openPage(browser, DESK, problems)
  await desk.goto(baseUrl + CHECKLIST)
  await logIn(desk, email)
  await progress(desk)
    .filter({ hasText: `0 of ${all}` })
    .waitFor()
  expect(await widthOfDay(phone)).toBeGreaterThan(PHONE_WIDTH / 3)
  const isSettled = { isStrict: true }
  expect(await accessibilityProblems(phone, isSettled)).toEqual([])
  expect(await accessibilityProblems(desk, isSettled)).toEqual([])
  await phone.setViewportSize({ width: 320, height: 844 })
  expect(await pixelsTooWide(phone)).toBe(0)

  await phone.context().setOffline(true)
  for (const index of [0, 1, 2, 1]) await tap(rides(phone).nth(index))
  await phone.getByText('No connection. 4 changes are waiting for a signal.').waitFor()
  await progress(phone)
    .filter({ hasText: `2 of ${all}` })
    .waitFor()
  await tap(rides(desk).nth(1))

  await phone.context().setOffline(false)
  await progress(desk)
    .filter({ hasText: `3 of ${all}` })
    .waitFor()
  await progress(phone)
    .filter({ hasText: `3 of ${all}` })
    .waitFor()
  await phone.reload()
  await progress(phone)
    .filter({ hasText: `3 of ${all}` })
    .waitFor()
  expect(problems.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  await phone.context().close()
  await desk.context().close()
})
