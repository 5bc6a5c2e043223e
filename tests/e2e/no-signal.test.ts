import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser, PHONE } from '../support/browser.ts'
import { openPage } from '../support/pages.ts'
import { eventually } from '../support/walkon-client.ts'

/** A visitor who has been here before, where there is no signal. */

const baseUrl = inject('baseUrl')
const BOARD = `${baseUrl}/live-wait-times?park=75ea578a-adc8-4116-a54d-dccb60765ef9`
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const rides = (page: Page) => page.getByText(/^Go now$|^Moderate$|^Long$/).first()

test('without a signal the app opens, shows the last board with its age, and goes live by itself', async () => {
  const page = await openPage(browser, PHONE, [])
  await page.goto(BOARD)
  await rides(page).waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)

  await page.context().setOffline(true)
  await page.reload()
  await page.getByText('No signal.').waitFor()
  await page.getByText(/Waits from .+(ago|just now)/).waitFor()
  expect(await rides(page).isVisible()).toBe(true)
  expect(await page.getByText(/Updated/).count()).toBe(0)

  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await page.getByRole('heading', { level: 1, name: 'FAQ' }).waitFor()
  await page.goto(`${baseUrl}/pricing`)
  await page.getByRole('heading', { level: 1, name: 'Pricing' }).waitFor()
  await page.goto(BOARD)
  await page.getByText('No signal.').waitFor()

  await page.context().setOffline(false)
  await page.getByText(/Updated/).waitFor()
  expect(await page.getByText('No signal.').count()).toBe(0)
  await page.context().close()
})

test('where data is spared, a first visit keeps its own part of the app, which opens without a signal', async () => {
  const sparing = await launchBrowser(['--force-effective-connection-type=2G'])
  const page = await openPage(sparing, PHONE, [])
  await page.goto(BOARD)
  await rides(page).waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await eventually(async () => (await keptFiles(page)).some((path) => path.includes('live-wait-times')))
  expect((await keptFiles(page)).length).toBeLessThan(40)

  await page.context().setOffline(true)
  await page.reload()
  await page.getByText('No signal.').waitFor()
  expect(await rides(page).isVisible()).toBe(true)
  await page.context().setOffline(false)
  await page.getByText(/Updated/).waitFor()
  await sparing.close()
})

/** The code and style that the service worker keeps. */
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return all
      .flatMap((files) => files.map(({ url }) => new URL(url).pathname))
      .filter((path) => path.startsWith('/assets/'))
  })

test('nothing about a person is kept for a visit without a signal', async () => {
  const page = await openPage(browser, PHONE, [])
  await page.goto(`${baseUrl}/confirm-alerts?token=of-a-mail`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(`${baseUrl}/account`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url))),
    )
    return all.flat().map(({ pathname, search }) => pathname + search)
  })
  expect(kept.length).toBeGreaterThan(10)
  expect(
    kept.filter((path) => !/^\/(assets\/|boards\/|api\/parks\/|running-build$|\w+\.\w+$)/.test(path)),
  ).toEqual([])
  await page.context().close()
})

test('a form whose code was lost says that there is no signal, and comes back with it', async () => {
  const page = await (await browser.newContext({ ...PHONE, serviceWorkers: 'block' })).newPage()
  await page.route('**/assets/*.js', (route) => route.abort('internetdisconnected'))
  await page.goto(`${baseUrl}/auth`)
  await page.context().setOffline(true)
  await page.getByText('No signal. The form comes back by itself.').waitFor()

  await page.unroute('**/assets/*.js')
  await page.context().setOffline(false)
  await page.locator('main form:not([inert])').first().waitFor()
  expect(await page.getByText(/No signal/).isVisible()).toBe(false)
  await page.context().close()
})
