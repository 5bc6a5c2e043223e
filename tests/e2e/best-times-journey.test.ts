import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { faultsAtBothWidths } from '../support/accessibility.ts'
import { launchBrowser, PHONE } from '../support/browser.ts'
import { openPage } from '../support/pages.ts'
import { MAGIC_KINGDOM_BOARD } from '../support/site-pages.ts'

/** The pages of a ride and of a park: when to ride what, and how reliable a ride is. */

const baseUrl = inject('baseUrl')
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test('a visitor gets from a ride on the board to its best hours, its week and its breakdowns, to the order of a day, and back', async () => {
  const problems: string[] = []
  const page = await openPage(browser, PHONE, problems)
  await page.goto(`${baseUrl}${MAGIC_KINGDOM_BOARD}`)
  const ride = page.locator('.ride__way').first()
  const name = await ride.innerText()
  await ride.click()
  await page.getByRole('link', { name: 'Best times, and how reliable it is' }).click()
  await page.waitForURL(/\/best-times\?ride=/)
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  await page.getByRole('region', { name: 'Wait now' }).waitFor()
  for (const day of [0, 1])
    await page
      .getByRole('region', { name: /^Best two hours (tonight|today|tomorrow)/ })
      .nth(day)
      .waitFor()
  await page.getByRole('button', { name: 'Higher limit' }).click()
  await page
    .getByRole('group', { name: `Limit for ${name}` })
    .getByText('20 min')
    .waitFor()
  expect(await faultsAtBothWidths(page, { isStrict: true })).toEqual([])

  await page.getByRole('link', { name: 'Best times of the park' }).click()
  await page.waitForURL(/\/best-times\?park=/)
  await page
    .getByRole('region', { name: /^In this order (tonight|today)/ })
    .first()
    .waitFor()
  await page.getByRole('region', { name: /^(Down now|Nothing is down)/ }).waitFor()
  expect(await faultsAtBothWidths(page, { isStrict: true })).toEqual([])
  await page.goBack()

  await page.goBack()
  await page.getByRole('dialog', { name }).waitFor()
  expect(problems).toEqual([])
  await page.context().close()
})
