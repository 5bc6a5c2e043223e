import { howWeDo, OUTAGE_FEED } from '@walkon/contracts/http/how-we-do'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { faultsAtBothWidths } from '../support/accessibility.ts'
import { launchBrowser, PHONE } from '../support/browser.ts'
import { openPage } from '../support/pages.ts'

/** The page that shows how the promise is kept, and the same for programs. */

const baseUrl = inject('baseUrl')
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test('a visitor gets from the promise of the home page to the counts that prove it, and a reader of feeds to the outages', async () => {
  const problems: string[] = []
  const page = await openPage(browser, PHONE, problems)
  await page.goto(baseUrl)
  await page
    .getByRole('region', { name: /^Walk-on alerts for at least 3 rides/ })
    .getByRole('link', { name: 'How we’re doing' })
    .click()
  await page.waitForURL(`${baseUrl}/how-we-do`)
  await page.getByRole('heading', { level: 1, name: 'How we’re doing' }).waitFor()
  await page.getByRole('region', { name: 'What went wrong' }).waitFor()
  expect(await faultsAtBothWidths(page, { isStrict: true })).toEqual([])

  const counts = await page.request.get(`${baseUrl}/api/how-we-do`)
  expect(Object.values(howWeDo.parse(await counts.json()))).not.toContain(null)

  const found = await (await page.request.get(page.url())).text()
  expect(found).toContain(`type="application/atom+xml" title="Walkon: outages" href="${OUTAGE_FEED}"`)
  const feed = await page.evaluate(async (address) => {
    const text = await (await fetch(address)).text()
    const { documentElement } = new DOMParser().parseFromString(text, 'application/xml')
    return [documentElement.localName, documentElement.querySelector('link[rel=self]')?.getAttribute('href')]
  }, OUTAGE_FEED)
  expect(feed).toEqual(['feed', baseUrl + OUTAGE_FEED])
  expect(problems).toEqual([])
  await page.context().close()
})
