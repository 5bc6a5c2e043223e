import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.ts'
import { launchBrowser, PHONE } from '../support/browser.ts'
import { layoutShiftOf, MOST_LAYOUT_SHIFT, watchLayoutShift } from '../support/layout-shift.ts'
import { applyCode, emailField, goToForm } from '../support/order-form.ts'
import { followMailLink, openMail, openPage } from '../support/pages.ts'
import { activateAlerts, aVisitor, createWalkonClient } from '../support/walkon-client.ts'

/**
 * What a visitor who reads the screen alone does, from the home page to rides of their own. Everything is found by the texts and roles on
 * the screen. No address is typed but the first, and no other part of the product is asked, except for the arrival of a mail.
 */

const baseUrl = inject('baseUrl')
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('a visitor who reads only the screen turns alerts on, chooses two rides with a limit, unsubscribes and comes back', async () => {
  const problems: string[] = []
  const page = await openPage(browser, PHONE, problems)
  const email = aVisitor('reader')
  const inbox = await askForAlerts(page, email)

  const rides = await turnOnFromMail(inbox, email)
  await chooseTwoRides(rides)
  await saveWithoutRides(rides)
  expect(await accessibilityProblems(rides)).toEqual([])

  await openMail(inbox, baseUrl, email, /is \d+ min|are short/)
  await leaveAndComeBack(await followMailLink(inbox, /^Unsubscribe$/))

  expect(problems).toEqual([])
  await page.context().close()
})

async function askForAlerts(page: Page, email: string): Promise<Page> {
  await page.goto(baseUrl)
  await goToForm(page)
  await page.getByRole('checkbox', { name: /today/ }).check({ force: true })
  await emailField(page).fill(email)
  await applyCode(page, 'freeday')
  await button(page, 'Activate Alerts!').click()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  const inboxOpens = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Open the inbox' }).click()
  return inboxOpens
}

/** The page of the link says for what it is before its button is pressed, and leads on to the rides. */
async function turnOnFromMail(inbox: Page, email: string): Promise<Page> {
  await openMail(inbox, baseUrl, email, /Confirm your alerts/)
  const page = await followMailLink(inbox, /^Turn on my alerts$/)
  await heading(page, 'Turn on your alerts').waitFor()
  await page.getByRole('heading', { name: /Magic Kingdom/ }).waitFor()
  await page.getByText(email).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await button(page, 'Turn on my alerts').click()
  await heading(page, 'Your alerts are on').waitFor()
  await page.getByRole('link', { name: 'Choose your rides' }).click()
  await heading(page, 'Manage Alerts').waitFor()
  return page
}

async function chooseTwoRides(page: Page): Promise<void> {
  await button(page, 'Unselect all').click()
  await page.getByText('No rides selected, so you won’t get alerts.').waitFor()
  const list = page.getByRole('region', { name: /^Rides of/ })
  await list.getByRole('checkbox').nth(0).press('Space')
  await list.getByRole('checkbox').nth(1).press('Space')
  await list
    .getByRole('button', { name: /^Alert at/ })
    .first()
    .click()
  await list
    .getByRole('button', { name: /^Higher limit for/ })
    .first()
    .click()
  await page.getByText('Unsaved changes').waitFor()
  await button(page, 'Save Changes').click()
  await page.getByText('Changes saved').waitFor()
  await page.reload()
  await page.getByText('Watching 2 rides.').waitFor()
  await list.getByRole('button', { name: /^Alert at 20 min/ }).waitFor()
}

/** The alerts of a park without a ride would say nothing: all rides come back, and the page says so, then and after a reload. */
async function saveWithoutRides(page: Page): Promise<void> {
  await button(page, 'Unselect all').click()
  await button(page, 'Save Changes').click()
  await page.getByText('All rides enabled').first().waitFor()
  await page.reload()
  await page.getByText('All rides enabled').waitFor()
}

async function leaveAndComeBack(page: Page): Promise<void> {
  await heading(page, 'Unsubscribe from alert emails?').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await button(page, 'Unsubscribe').click()
  await heading(page, 'You are unsubscribed').waitFor()
  await button(page, 'Get alert emails again').click()
  await heading(page, 'Alert emails are on again').waitFor()
  await page.getByRole('link', { name: 'Change your rides' }).click()
  await heading(page, 'Manage Alerts').waitFor()
  await page.getByText(/^Watching \d+ rides\.$/).waitFor()
}

test('the page of one’s rides moves nothing while it loads', async () => {
  const page = await openPage(browser, PHONE, [])
  await watchLayoutShift(page)
  const client = createWalkonClient(baseUrl)
  const token = await activateAlerts(client, aVisitor('still'), await client.parkNamed(/Magic Kingdom/))
  await page.goto(`${baseUrl}/manage-alerts?token=${token}`)
  await page.getByRole('region', { name: /^Rides of/ }).waitFor()
  await page.reload()
  await page.getByRole('region', { name: /^Rides of/ }).waitFor()
  expect(await layoutShiftOf(page)).toBeLessThan(MOST_LAYOUT_SHIFT)
  await page.context().close()
})
