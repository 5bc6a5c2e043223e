import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { NOT_FOUND_TITLE, publicTitles } from '../../web/src/page-heads.ts'
import { launchBrowser, PHONE } from '../support/browser.ts'
import { theHydrationOf } from '../support/answering-page.ts'
import { PERSONAL_PAGES, PUBLIC_PAGES } from '../support/site-pages.ts'

const baseUrl = inject('baseUrl')
let browser: Browser
/** It runs no code, so its pages share nothing but files. */
let withoutCode: BrowserContext

beforeAll(async () => {
  browser = await launchBrowser()
  withoutCode = await browser.newContext({ ...PHONE, javaScriptEnabled: false })
})
afterAll(() => browser.close())

const NOT_FOUND = '/no-such-page'
/** The headings of the pages that are the same for every visitor. */
const HEADINGS: Record<string, string> = {
  ...publicTitles,
  '/': 'The minute it’s short, you know.',
  '/auth': 'Your account',
  [NOT_FOUND]: NOT_FOUND_TITLE,
}
const NOTE = 'Still loading. The form works once the page is here.'
/** The public pages with a form of their own. */
const WITH_FORM = ['/', '/affiliate-program', '/auth', '/auth/forgot']
test.for([...PUBLIC_PAGES, NOT_FOUND])(
  '%s is readable without JavaScript, names itself for search engines and shared links, and has no form that takes an entry',
  async (path) => {
    const page = await withoutCode.newPage()
    await page.goto(baseUrl + path)

    expect((await page.getByRole('heading', { level: 1 }).innerText()).replace('\u00a0', ' ')).toBe(
      HEADINGS[path],
    )
    expect(await page.getByRole('banner').getByRole('link', { name: 'Login' }).isVisible()).toBe(true)
    expect(await page.getByRole('contentinfo').count()).toBe(1)
    if (path !== NOT_FOUND) await expectOwnName(page, path)
    await expectFormsAtRest(page, { hasOwn: WITH_FORM.includes(path) })
    await page.close()
  },
)

/** Without its code no form takes or sends an entry. That of the footer needs no note: it is not what the page was opened for. */
async function expectFormsAtRest(page: Page, { hasOwn }: { hasOwn: boolean }): Promise<void> {
  expect(await page.locator('form[inert][method=post]').count()).toBe(await page.locator('form').count())
  expect((await page.locator('main form').count()) > 0).toBe(hasOwn)
  if (!hasOwn) expect(await page.getByText(NOTE).isVisible()).toBe(false)
}

/** For search engines and shared links. */
async function expectOwnName(page: Page, path: string): Promise<void> {
  const content = (selector: string) => page.locator(selector).getAttribute('content')
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(new URL(path, baseUrl).href)
  expect(await content('meta[property="og:title"]')).toBe(await page.title())
  expect(await content('meta[property="og:description"]')).toBe(await content('meta[name=description]'))
  const image = await fetch(String(await content('meta[property="og:image"]')))
  expect(image.headers.get('content-type')).toBe('image/png')
}

test.for(PERSONAL_PAGES)('%s is kept out of search engines', async (path) => {
  const html = await (await fetch(baseUrl + path)).text()

  expect(html.match(/<meta [^>]*name="robots"[^>]*>/g)).toEqual([
    expect.stringContaining('content="noindex"'),
  ])
})

test('a visitor who has to log in first is sent no code of the page behind the login', async () => {
  const html = await (await fetch(`${baseUrl}/get-alerts`)).text()

  expect(html).toContain('/assets/get-alerts-page-')
  expect(html).not.toContain('/assets/get-alerts-day-')
})

test('nothing moves for ever out of view', async () => {
  const page = await (await browser.newContext(PHONE)).newPage()
  await page.goto(baseUrl)
  const endless = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(
            ({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations === Infinity,
          ).length,
    )
  expect(await endless()).toBe(0)
  await page.locator('.voices').scrollIntoViewIfNeeded()
  await expect.poll(endless).toBe(1)
  await page.evaluate(() => scrollTo(0, 0))
  await expect.poll(endless).toBe(0)
  await page.context().close()
})

test('a visitor who may be signed in is shown no Login before the page has come alive', async () => {
  const context = await browser.newContext(PHONE)
  await context.addInitScript(`localStorage.setItem('walkon.signed-in', '1')`)
  await context.route('**/assets/*.js', (route) => route.abort())
  const page = await context.newPage()
  await page.goto(baseUrl)

  const login = page.getByRole('link', { name: 'Login' })
  const colorOf = (element: Element) => element.ownerDocument.defaultView?.getComputedStyle(element).color
  expect(await login.evaluate(colorOf)).toBe('rgba(0, 0, 0, 0)')
  expect((await login.boundingBox())?.width).toBe(128)
  await context.close()
})

test('a link to a park is shown the place of its board before the page has come alive, and no question for a park', async () => {
  const page = await (await browser.newContext(PHONE)).newPage()
  await page.route('**/assets/*.js', (route) => route.abort())
  const question = page.getByText('Select a destination and a park')

  await page.goto(`${baseUrl}/live-wait-times?park=75ea578a-adc8-4116-a54d-dccb60765ef9`)
  expect(await question.isVisible()).toBe(false)
  await page.goto(`${baseUrl}/live-wait-times`)
  expect(await question.isVisible()).toBe(true)
  await page.context().close()
})

test('what is coming soon is unseen before the page has come alive, since it may be open by now', async () => {
  const page = await (await browser.newContext(PHONE)).newPage()
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(`${baseUrl}/restaurant-alerts`)
  const title = page.locator('#coming-soon')

  expect([await title.count(), await title.isVisible()]).toEqual([1, false])
  await page.context().close()
})

test('a tap is not lost before the code of its page is there', async () => {
  const page = await (await browser.newContext(PHONE)).newPage()
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(`${baseUrl}/auth`)
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect.poll(() => page.url()).toBe(`${baseUrl}/auth?tab=sign-up`)
  await page.goto(baseUrl)
  await page.getByRole('link', { name: /^Alert me for this park/ }).click()
  await expect.poll(() => page.url()).toBe(`${baseUrl}/#alerts`)

  await page.unroute('**/assets/*.js')
  await page.goto(`${baseUrl}/auth?tab=sign-up`)
  await page.getByRole('tab', { name: 'Sign Up', selected: true }).waitFor()
  await page.context().close()
})

test('the menu and the theme answer before the code of their page is there, and a chosen link closes the menu afterwards', async () => {
  const page = await (await browser.newContext({ ...PHONE, colorScheme: 'light' })).newPage()
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(`${baseUrl}/faq`)
  const menu = page.getByRole('button', { name: 'Menu' })
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'How It Works' })
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  expect(
    await page.evaluate(`[document.documentElement.dataset.theme, localStorage.getItem('theme')]`),
  ).toEqual(['dark', 'dark'])
  expect(await link.isVisible()).toBe(false)
  await menu.click()
  expect(await link.isVisible()).toBe(true)
  await link.focus()
  await page.keyboard.press('Escape')
  expect(await link.isVisible()).toBe(false)
  expect(await menu.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true)

  await page.unroute('**/assets/*.js')
  await page.goto(`${baseUrl}/faq`)
  await theHydrationOf(page)
  await menu.click()
  await link.click()
  await page.getByRole('heading', { level: 1, name: 'How It Works' }).waitFor()
  expect(await link.isVisible()).toBe(false)
  await page.context().close()
})

test('the bars of the browser have the theme that was chosen, on the next page too', async () => {
  const page = await (await browser.newContext({ ...PHONE, colorScheme: 'light' })).newPage()
  const bars = () =>
    page
      .locator('meta[name=theme-color]')
      .evaluateAll((metas) => metas.map((meta) => matchMedia((meta as HTMLMetaElement).media).matches))
  await page.goto(`${baseUrl}/careers`)
  expect(await bars()).toEqual([true, false])
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  await expect.poll(bars).toEqual([false, true])
  await page.reload()
  expect(await bars()).toEqual([false, true])
  await page.context().close()
})

test('a page names its style sheet and its fonts before its code', async () => {
  const html = await (await fetch(`${baseUrl}/live-wait-times`)).text()
  const code = html.indexOf('rel="modulepreload"')

  expect(html.indexOf('rel="stylesheet"')).toBeLessThan(code)
  expect(html.lastIndexOf('as="font"')).toBeLessThan(code)
})

test('the button of a ride leads to the order form, which names the ride', async () => {
  const page = await (await browser.newContext(PHONE)).newPage()
  await page.goto(baseUrl)
  await page.getByRole('button', { name: /^Tell me (when it drops again|next time)$/ }).click()
  const choice = page.getByRole('group', { name: 'Alerts for' }).getByRole('radio')
  await choice.first().waitFor()
  expect(await choice.first().isChecked()).toBe(true)
  await page.getByRole('radio', { name: 'All rides' }).waitFor()
  await page.context().close()
})

test.for(WITH_FORM)(
  '%s says that its form works once its code has come, and late code makes it take entries',
  async (path) => {
    const page = await (await browser.newContext(PHONE)).newPage()
    const mayCome = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await mayCome.promise
      await route.continue()
    })
    await page.goto(baseUrl + path, { waitUntil: 'commit' })
    await page.getByText(NOTE).waitFor()
    mayCome.resolve()

    await page.locator('main form:not([inert])').first().waitFor()
    // The page opens with a dialog over its form.
    if (path === '/affiliate-program') await page.getByRole('button', { name: 'Learn More & Apply' }).click()
    const email = page.locator('form').getByRole('textbox', { name: /^Email/ })
    await email.fill('ann@example.com')
    expect(await page.getByText(NOTE).count()).toBe(0)
    expect(await email.inputValue()).toBe('ann@example.com')
    await page.context().close()
  },
)
