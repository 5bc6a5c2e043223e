import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { faultsAtBothWidths } from '../support/accessibility.ts'
import { DESK, launchBrowser, PHONE } from '../support/browser.ts'
import { openPage } from '../support/pages.ts'
import { MAGIC_KINGDOM_BOARD } from '../support/site-pages.ts'

/** The live page: a park's rides with all their queues, its shows and hours, and a ride's day at an address of its own. */

const baseUrl = inject('baseUrl')
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test('a visitor marks a ride with a paid queue, finds it first the next time, opens its day by its address, and gets to the order that names it', async () => {
  const problems: string[] = []
  const page = await openPage(browser, PHONE, problems)
  await page.goto(`${baseUrl}${MAGIC_KINGDOM_BOARD}`)
  const paid = page
    .getByRole('listitem')
    .filter({ hasText: /Paid return .*\$\d/ })
    .first()
  const label = (await paid.getByRole('button', { name: /^Favorite: / }).getAttribute('aria-label')) ?? ''
  const name = label.replace('Favorite: ', '')
  // By its name: the next reading may put another ride first.
  await page.getByRole('button', { name: label, exact: true }).first().click()
  await page.getByRole('combobox', { name: 'Order of the rides' }).selectOption('Name, A to Z')
  await page.waitForURL(/sort=name/)
  await page.reload()

  const favourites = page.getByRole('region', { name: 'Your favorites' })
  await favourites.getByRole('link', { name, exact: true }).click()
  const details = page.getByRole('dialog', { name })
  await details.getByText('Lowest today').waitFor()
  const address = page.url()
  expect(address).toMatch(/sort=name.*details=/)
  expect(await faultsAtBothWidths(page, { isStrict: true })).toEqual([])
  await page.goBack()
  await details.waitFor({ state: 'detached' })
  // After midnight in the park, the shows of its day are over and none is next.
  await page.getByRole('region', { name: 'Shows today' }).waitFor()
  await page.getByRole('region', { name: 'Park hours' }).getByText('Today, ').waitFor()
  expect(await faultsAtBothWidths(page, { isStrict: true })).toEqual([])

  await page.goto(address)
  await details.getByRole('link', { name: 'Alert me' }).click()
  await page.getByRole('radio', { name, exact: true, checked: true }).waitFor()
  expect(problems).toEqual([])
  await page.context().close()
})

test('the live page keeps the park in the address, through reload and the back button', async () => {
  const problems: string[] = []
  const page = await openPage(browser, DESK, problems)
  await page.goto(`${baseUrl}/live-wait-times?park=47f90d2c-e191-4239-a466-5892ef59a88b`)
  await page.getByRole('heading', { name: /EPCOT/ }).first().waitFor()
  await page.goto(`${baseUrl}/how-it-works-nothing-here`)
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: /EPCOT/ }).first().waitFor()
  // The address that there is not answers 404, which the browser notes.
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
  await page.context().close()
})
