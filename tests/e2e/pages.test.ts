import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { accessibilityProblems, pixelsTooWide, pixelsTooWideInLargeText } from '../support/accessibility.ts'
import { launchBrowser } from '../support/browser.ts'
import { goToForm } from '../support/order-form.ts'
import { LINK_PAGES, MAGIC_KINGDOM_BOARD, PUBLIC_PAGES } from '../support/site-pages.ts'

const baseUrl = inject('baseUrl')
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Every page of an account shows a stranger the login (first-paint.test.ts), in the words of one of these. */
const LOGINS = ['/account', '/get-alerts', '/manage-alerts']

const PAGES = [
  ...PUBLIC_PAGES,
  ...LINK_PAGES,
  ...LOGINS,
  MAGIC_KINGDOM_BOARD,
  '/auth?tab=sign-up',
  '/auth/confirm?token=spent&type=signup',
  '/subscription-success?session_id=unknown',
  '/live-wait-times?park=unknown',
  '/nowhere',
  '/sandbox/inbox',
]

test.for(PAGES)(
  '%s has no accessibility problem in light and in dark, and needs no sideways scrolling from 320 pixels, nor on a phone in text of twice the size',
  async (path) => {
    const page = await settledPage(path)
    const problems = await accessibilityProblems(page, { isStrict: true })
    const isTooWideInLargeText = (await pixelsTooWideInLargeText(page)) > 0
    await page.setViewportSize({ width: 320, height: 844 })
    expect({ problems, isTooWideInLargeText, isTooWide: (await pixelsTooWide(page)) > 0 }).toEqual({
      problems: [],
      isTooWideInLargeText: false,
      isTooWide: false,
    })
    await page.context().close()
  },
)

test('the calendar has no accessibility problem', async () => {
  const page = await settledPage('/')
  await goToForm(page)
  await page.getByRole('button', { name: 'Other days' }).click()
  await page.getByRole('dialog').getByRole('grid').waitFor()
  expect(await accessibilityProblems(page, { isStrict: true })).toEqual([])
  await page.context().close()
})

test('a day under the pointer that was just chosen can be read, in light and in dark', async () => {
  const page = await settledPage('/')
  await goToForm(page)
  await page.locator('.day--today').click()
  await page.getByText('1 day × $1').waitFor()
  expect(await accessibilityProblems(page, { isStrict: true })).toEqual([])
  await page.context().close()
})

async function settledPage(path: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    // It would fetch the whole app once for each page.
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await page.goto(`${baseUrl}${path}`)
  await page.locator('h1, [role=search]').first().waitFor()
  if (LOGINS.includes(path)) await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
  if (path === '/' || path === MAGIC_KINGDOM_BOARD)
    await page
      .getByText(/posted (just now|.* ago)/)
      .first()
      .waitFor()
  return page
}
