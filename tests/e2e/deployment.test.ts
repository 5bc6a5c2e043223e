import type { Browser, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { launchBrowser, PHONE } from '../support/browser.ts'
import { deployNewerBuild } from '../support/deployment.ts'
import { emailField, fillOrder, goToForm } from '../support/order-form.ts'
import { openPage } from '../support/pages.ts'
import { eventually } from '../support/walkon-client.ts'

/**
 * A page that was open while a newer build was deployed, in a browser without a service worker, as in a private window. Where the worker
 * works, an open page finds its code in the build that is kept (web/src/worker/kept-build.test.ts).
 */

const baseUrl = inject('baseUrl')
let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

beforeEach(async () => {
  page = await openPage(browser, { ...PHONE, serviceWorkers: 'block' }, [])
  await page.goto(baseUrl)
  return () => page.context().close()
})

const deploy = (missing?: RegExp) => deployNewerBuild(page.context(), baseUrl, missing ? { missing } : {})
const title = (name: string) => page.getByRole('heading', { level: 1, name })
const updated = () => page.getByRole('alert').filter({ hasText: 'Walkon was updated.' })
const orderButton = () => page.getByRole('button', { name: /^Continue to payment/ })

/** A step of the app, which asks for the code of the page, and not for the page. */
async function followLinkToFaq(): Promise<Response> {
  const answered = page.waitForResponse(/\/assets\/faq-page/)
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ', exact: true }).click()
  return answered
}

test('a link whose page is gone with its build opens that page of the newer build, once', async () => {
  await goToForm(page)
  const opened = await deploy()
  const answer = await followLinkToFaq()
  expect(answer.status()).toBe(404)
  expect(answer.headers()['cache-control']).toBe('no-store')

  await title('FAQ').waitFor()
  expect(new URL(page.url()).pathname).toBe('/faq')
  expect(opened).toEqual(['/faq'])
  await page.goBack()
  await page.locator('#alerts').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('a page that the newer build does not have either says so, and is not loaded over and over', async () => {
  await goToForm(page)
  const opened = await deploy(/^faq-page/)
  await followLinkToFaq()

  await title('No connection').waitFor()
  expect(opened).toEqual(['/faq'])
})

test('a part of the form that is gone with its build says so, and what was entered outlives the reload', async () => {
  await fillOrder(page, baseUrl, 'ana@example.com', 'email')
  await page.locator('#alerts').getByText('per day').waitFor({ state: 'detached' })
  const opened = await deploy()
  await page.getByRole('button', { name: 'Other days' }).click()

  await updated().waitFor()
  expect(await emailField(page).inputValue()).toBe('ana@example.com')
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  expect(opened).toEqual([])

  await page.getByRole('button', { name: 'Reload the page' }).click()
  await updated().waitFor({ state: 'detached' })
  await goToForm(page)
  await eventually(async () => (await emailField(page).inputValue()) === 'ana@example.com')
  await page.getByRole('button', { name: 'Other days' }).click()
  await page.getByRole('dialog', { name: 'Days you visit' }).waitFor()
  expect(opened).toEqual(['/'])
})

test('an order that the page can no longer send is not sent, and says that Walkon was updated', async () => {
  await fillOrder(page, baseUrl, 'ana@example.com', 'email')
  await page.locator('#alerts').getByText('per day').waitFor({ state: 'detached' })
  await deploy()
  await orderButton().click()

  await updated().waitFor()
  expect(await emailField(page).inputValue()).toBe('ana@example.com')
  expect(new URL(page.url()).pathname).toBe('/')
})

test('a form that was not touched before the deployment keeps what is entered, and says that Walkon was updated', async () => {
  const opened = await deploy()
  await goToForm(page)
  await emailField(page).fill('ana@example.com')
  await page.getByRole('button', { name: 'Other days' }).click()

  await updated().waitFor()
  expect(await emailField(page).inputValue()).toBe('ana@example.com')
  expect(opened).toEqual([])
})
