import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { goToForm } from '../support/order-form.ts'
import { ACCOUNT_PAGES, MAGIC_KINGDOM_BOARD, PERSONAL_PAGES, PUBLIC_PAGES } from '../support/site-pages.ts'

const baseUrl = inject('baseUrl')
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const PAGES = [
  ...PUBLIC_PAGES,
  ...PERSONAL_PAGES,
  MAGIC_KINGDOM_BOARD,
  '/auth?tab=sign-up',
  '/auth/confirm?token=spent&type=signup',
  '/subscription-success?session_id=unknown',
  '/live-wait-times?park=unknown',
  '/nowhere',
  '/sandbox/inbox',
]
const cases = PAGES.flatMap((path) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ path, colorScheme })),
)

test.for(cases)('$path in $colorScheme has no accessibility problem', async ({ path, colorScheme }) => {
  const page = await settledPage(path, { colorScheme, width: 390 })
  // The mail in the inbox's frame is a document of its own, checked by itself.
  expect(await problemsOn(page)).toEqual([])
  await page.context().close()
})

test('the calendar has no accessibility problem', async () => {
  const page = await settledPage('/', { colorScheme: 'light', width: 390 })
  await goToForm(page)
  await page.getByRole('button', { name: 'Other days' }).click()
  await page.getByRole('dialog').getByRole('grid').waitFor()
  expect(await problemsOn(page)).toEqual([])
  await page.context().close()
})

test.for(['light', 'dark'] as const)(
  'a day under the pointer that was just chosen can be read, in %s',
  async (colorScheme) => {
    const page = await settledPage('/', { colorScheme, width: 390 })
    await goToForm(page)
    await page.locator('.day--today').click()
    await page.getByText('1 day × $1').waitFor()
    expect(await problemsOn(page)).toEqual([])
    await page.context().close()
  },
)

test.for(PAGES)('%s needs no sideways scrolling from 320 pixels', async (path) => {
  const page = await settledPage(path, { colorScheme: 'light', width: 320 })
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflow).toBeLessThanOrEqual(0)
  await page.context().close()
})

/** Rules that axe leaves off by default. */
const MORE_RULES = [
  'css-orientation-lock',
  'focus-order-semantics',
  'identical-links-same-purpose',
  'label-content-name-mismatch',
  'p-as-heading',
  'table-fake-caption',
  'target-size',
  'td-has-header',
]

async function problemsOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .exclude('iframe')
    .options({ rules: Object.fromEntries(MORE_RULES.map((rule) => [rule, { enabled: true }])) })
    .analyze()
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  )
}

type Look = { colorScheme: 'light' | 'dark'; width: number }

async function settledPage(path: string, { colorScheme, width }: Look): Promise<Page> {
  const context = await browser.newContext({
    colorScheme,
    viewport: { width, height: 844 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(`${baseUrl}${path}`)
  await page.locator('h1, [role=search]').first().waitFor()
  if (ACCOUNT_PAGES.includes(path))
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
  if (path === '/' || path === MAGIC_KINGDOM_BOARD)
    await page
      .getByText(/posted (just now|.* ago)/)
      .first()
      .waitFor()
  return page
}
