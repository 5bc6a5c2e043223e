import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { accessibilityProblems, pixelsTooWide, pixelsTooWideInLargeText } from '../support/accessibility.ts'
import { createAccount, PASSWORD } from '../support/accounts.ts'
import { launchBrowser } from '../support/browser.ts'
import { goToForm } from '../support/order-form.ts'
import { theHydrationOf } from '../support/answering-page.ts'
import { openPage } from '../support/pages.ts'
import { ACCOUNT_PAGES, MAGIC_KINGDOM_BOARD, PERSONAL_PAGES, PUBLIC_PAGES } from '../support/site-pages.ts'
import { aVisitor, createWalkonClient } from '../support/walkon-client.ts'

const baseUrl = inject('baseUrl')
const SCREEN: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  reducedMotion: 'reduce',
  // It would fetch the whole app once for each page.
  serviceWorkers: 'block',
}
let browser: Browser
/** Far from home, and not on the day on which the pages were rendered. Its pages share the app's files, and nothing that is stored. */
let far: BrowserContext

beforeAll(async () => {
  browser = await launchBrowser()
  far = await browser.newContext({ ...SCREEN, timezoneId: 'Asia/Tokyo' })
  await far.addInitScript('localStorage.clear(); sessionStorage.clear()')
  await far.clock.setSystemTime('2031-06-15T12:00:00Z')
})
afterAll(() => browser.close())

/** Every page of an account shows a stranger the login: it is looked at in the words of these. */
const LOGINS = ['/account', '/get-alerts', '/manage-alerts']
/** Their rides are looked at as they are today. */
const BOARDS = ['/', MAGIC_KINGDOM_BOARD]
/** The sandbox's own page: it has no code of the app. */
const INBOX = '/sandbox/inbox'

const PAGES = [
  ...PUBLIC_PAGES,
  ...PERSONAL_PAGES,
  MAGIC_KINGDOM_BOARD,
  '/auth?tab=sign-up',
  '/auth/confirm?token=spent&type=signup',
  '/subscription-success?session_id=unknown',
  '/live-wait-times?park=unknown',
  '/nowhere',
]
/** It reports the status of a page that is not found, and that service workers are blocked. */
const OF_THE_BROWSER = /status of 404|^Service Worker registration blocked by Playwright/

const isLookedAt = (path: string) => !ACCOUNT_PAGES.includes(path) || LOGINS.includes(path)

test.for([...PAGES, '/?park=75ea578a-adc8-4116-a54d-dccb60765ef9#alerts'])(
  '%s is hydrated without a message in the console, far from home and years later; it has no accessibility problem in light and in dark, needs no sideways scrolling at 390 pixels, at 320, nor in text of twice the size; one of an account shows a stranger the login',
  async (path) => {
    const messages: string[] = []
    const page = await far.newPage()
    page.on('console', (message) => messages.push(`${message.text()} ${message.location().url}`))
    page.on('pageerror', (error) => messages.push(error.message))
    await page.goto(`${baseUrl}${path}`)
    await theHydrationOf(page)
    if (ACCOUNT_PAGES.includes(path))
      await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
    if (isLookedAt(path) && !BOARDS.includes(path)) expect(await looksOf(page)).toEqual(GOOD_LOOKS)

    expect(messages.filter((text) => !OF_THE_BROWSER.test(text))).toEqual([])
    await page.close()
  },
)

test.for([...BOARDS, INBOX])(
  '%s of this hour has no accessibility problem in light and in dark, and needs no sideways scrolling at 390 pixels, at 320, nor in text of twice the size',
  async (path) => {
    const page = await settledPage(path)
    expect(await looksOf(page)).toEqual(GOOD_LOOKS)
    await page.context().close()
  },
)

/** They show what a service answers, to a visitor who has no account. */
const ANSWERS = [
  ...BOARDS,
  MAGIC_KINGDOM_BOARD.replace('/live-wait-times', '/best-times'),
  '/how-we-do',
  '/app',
  '/manage-alerts?token=of-a-mail',
  '/confirm-alerts?token=of-a-mail',
  '/subscription-success?session_id=cs_1',
]

test.for(ANSWERS)(
  '%s whose services fail offers another try, has no accessibility problem and needs no sideways scrolling',
  async (path) => {
    const page = await openPage(browser, SCREEN, [])
    await failServices(page)
    await page.goto(`${baseUrl}${path}`)
    await theOfferOfAnotherTry(page)
    expect(await looksOf(page)).toEqual(GOOD_LOOKS)
    await page.context().close()
  },
)

test('Get Alerts, Manage Alerts and the checklist of an account that has nothing have no accessibility problem, also while their services fail', async () => {
  const email = aVisitor('nothing')
  await createAccount(createWalkonClient(baseUrl), baseUrl, email, 'Ada Visitor')
  const page = await openPage(browser, SCREEN, [])
  await page.goto(`${baseUrl}/get-alerts`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('button', { name: /^Account of/ }).waitFor()
  const [, park = ''] = MAGIC_KINGDOM_BOARD.split('?')
  const pages = [
    ['/get-alerts', 'Popular right now'],
    ['/manage-alerts', 'No alerts are running'],
    ['/ride-checklist', 'Tick off every ride you want to do'],
    [`/ride-checklist?${park}`, 'No rides on your list yet'],
  ] as const
  for (const [path, title] of pages) {
    await page.goto(`${baseUrl}${path}`)
    await page.getByRole('heading', { name: title }).waitFor()
    expect([path, await looksOf(page)]).toEqual([path, GOOD_LOOKS])
  }
  await failServices(page)
  for (const [path] of pages) {
    await page.goto(`${baseUrl}${path}`)
    await theOfferOfAnotherTry(page)
    expect([path, await looksOf(page)]).toEqual([path, GOOD_LOOKS])
  }
  await page.context().close()
})

const failServices = (page: Page) => page.route('**/api/**', (route) => route.fulfill({ status: 503 }))

const theOfferOfAnotherTry = (page: Page) =>
  page.getByRole('alert').getByRole('button', { name: 'Try again' }).first().waitFor()

const GOOD_LOOKS = { problems: [], tooWide: [] }

async function looksOf(page: Page): Promise<{ problems: string[]; tooWide: string[] }> {
  const problems = await accessibilityProblems(page, { isStrict: true })
  const tooWide = [
    ['at 390', await pixelsTooWide(page)],
    ['at 390 in large text', await pixelsTooWideInLargeText(page)],
    ['at 320', await pixelsTooWideAt(page, 320)],
  ] as const
  return {
    problems,
    tooWide: tooWide.flatMap(([where, pixels]) => (pixels > 0 ? [`${pixels} px ${where}`] : [])),
  }
}

async function pixelsTooWideAt(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 844 })
  return pixelsTooWide(page)
}

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

test('the button of the sign under the pointer can be read, in light and in dark', async () => {
  const page = await settledPage('/')
  await page.locator('.lead .btn').hover()
  expect(await accessibilityProblems(page, { isStrict: true })).toEqual([])
  await page.context().close()
})

async function settledPage(path: string): Promise<Page> {
  const page = await openPage(browser, SCREEN, [])
  await page.goto(`${baseUrl}${path}`)
  await page.locator('h1, [role=search]').first().waitFor()
  if (BOARDS.includes(path))
    await page
      .getByText(/posted (just now|.* ago)/)
      .first()
      .waitFor()
  return page
}
