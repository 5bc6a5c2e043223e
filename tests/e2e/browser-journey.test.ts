import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { DESK, launchBrowser } from '../support/browser.ts'
import { emailField } from '../support/order-form.ts'
import { followMailLink, openMail, openPage } from '../support/pages.ts'
import { aVisitor } from '../support/walkon-client.ts'

const baseUrl = inject('baseUrl')
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test('a visitor who reads nothing but the screen gets from the home page to an alert and to the rides it is about', async () => {
  const problems: string[] = []
  const page = await openPage(browser, DESK, problems)
  const email = aVisitor('browser')
  await page.goto(baseUrl)
  await page.getByText(/^Tell me (when it drops again|next time)$/).click()
  // The order is for the ride of the button until the visitor chooses more.
  await page.getByRole('radio', { name: 'All rides' }).check()
  await emailField(page).fill(email)
  await press(page, 'Use demo code FREEDAY')
  await press(page, 'Activate Alerts!')
  await page.getByText('Check your inbox').waitFor()

  const inboxOpens = page.context().waitForEvent('page')
  await press(page, 'Open the inbox')
  const inbox = await inboxOpens
  await openMail(inbox, baseUrl, email, /confirm/i)
  const confirm = await followMailLink(inbox, /^Turn on my alerts$/)
  await confirm.getByRole('button', { name: 'Turn on my alerts' }).click()
  await confirm.getByRole('heading', { name: 'Your alerts are on' }).waitFor()
  expect(confirm.url()).not.toContain('token')
  const confirmedAt = Date.now()

  await openMail(inbox, baseUrl, email, /is \d+ min|are short/)
  console.info(`confirmed to alert ${((Date.now() - confirmedAt) / 1000).toFixed(1)} s`)
  const mail = inbox.frameLocator('iframe')
  await mail.getByRole('heading').first().waitFor()

  const manage = await followMailLink(inbox, /Change your rides/)
  await manage.getByRole('button', { name: 'Save Changes' }).first().waitFor()
  expect(manage.url()).not.toContain('token')
  // The page that there is not answers 404, which the browser notes.
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
  await page.context().close()
})

/** By the words that are read on it. */
const press = (page: Page, words: string) => page.getByText(words, { exact: true }).first().click()
