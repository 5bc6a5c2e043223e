import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { accessibilityProblems, faultsAtBothWidths } from '../support/accessibility.ts'
import { launchBrowser, PHONE } from '../support/browser.ts'
import { followMailLink, openMail, openPage } from '../support/pages.ts'
import { aVisitor } from '../support/walkon-client.ts'

/** What a visitor does with flights, from the search to the mail of a fare that is low enough. */

const baseUrl = inject('baseUrl')
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
/** Of the search and of the alert: what was found for one is kept for minutes, so a fare that is pinned then is not seen. */
const [DEPARTURE, WATCHED] = [daysAhead(40), daysAhead(41)]

const pinFare = (priceCents: number) =>
  fetch(`${baseUrl}/sandbox/fares`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ origin: 'BOS', destination: 'MCO', departDate: WATCHED, priceCents }),
  })

async function chooseDay(page: Page, field: string, date: string): Promise<void> {
  await button(page, new RegExp(`^${field}:`)).click()
  const calendar = page.getByRole('dialog', { name: field })
  await calendar.getByRole('grid').waitFor()
  const words = new Date(`${date}T12:00:00`).toLocaleDateString('en-US', { dateStyle: 'full' })
  const day = calendar.getByRole('button', { name: words })
  while ((await day.count()) === 0)
    await calendar.getByRole('button', { name: 'Go to the Next Month' }).click()
  await day.click()
  await calendar.waitFor({ state: 'detached' })
}

test('a visitor finds flights to all airports of a park, and the address is the search', async () => {
  const problems: string[] = []
  const page = await openPage(browser, PHONE, problems)
  await page.goto(`${baseUrl}/flight-deals`)
  await page.getByLabel(/Home airport/).fill('bos')
  await page.getByLabel('Destination park').selectOption({ label: 'Disney World (Florida)' })
  await chooseDay(page, 'Departure', DEPARTURE)
  await button(page, 'Search flights').click()

  await page.getByRole('heading', { name: /^Found \d+ flights$/ }).waitFor()
  expect(new URL(page.url()).search).toBe(`?from=BOS&to=disney-world&depart=${DEPARTURE}`)
  expect(await faultsAtBothWidths(page)).toEqual([])
  await page.reload()
  await page.getByRole('heading', { name: /^Found \d+ flights$/ }).waitFor()
  expect(problems).toEqual([])
  await page.context().close()
})

test('a visitor without an account sets an alert, confirms it by mail, is told of the fare, and deletes it by the link of that mail', async () => {
  await pinFare(28_000)
  const problems: string[] = []
  const page = await openPage(browser, PHONE, problems)
  const email = aVisitor('flyer')
  await page.goto(`${baseUrl}/flight-deals?from=BOS&to=disney-world&airport=MCO&depart=${WATCHED}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/Max price/).fill('300')
  await button(page, 'Create alert').click()
  await page.getByText('Alert Created!').waitFor()

  await openMail(page, baseUrl, email, /Confirm your flight alert/)
  const confirmation = await followMailLink(page, /^Turn on my flight alert$/)
  await button(confirmation, 'Turn on my flight alert').click()
  await confirmation.getByText('Alert Created!').waitFor()

  await openMail(page, baseUrl, email, /\$280: BOS to Disney World/)
  const alerts = await followMailLink(page, /^Your flight alerts$/)
  await alerts.getByText('emailed you at $280').waitFor()
  expect(alerts.url()).not.toContain('token')
  expect(await accessibilityProblems(alerts)).toEqual([])
  await button(alerts, /^Delete the alert/).click()
  await button(alerts, 'Delete alert').click()
  await alerts.getByRole('heading', { name: 'No flight alerts' }).waitFor()
  expect(await accessibilityProblems(alerts, { isStrict: true })).toEqual([])

  expect(problems).toEqual([])
  await page.context().close()
})
