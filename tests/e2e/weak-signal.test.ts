import { SMS_CONSENT } from '@walkon/contracts/sms-consent'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { launchBrowser, PHONE } from '../support/browser.ts'
import { emailField, fillOrder } from '../support/order-form.ts'
import { openPage } from '../support/pages.ts'

/** The order form where the signal goes away between two touches. */

const baseUrl = inject('baseUrl')
let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

beforeEach(async () => {
  // A first visit: no service worker has kept the code yet.
  page = await openPage(browser, { ...PHONE, serviceWorkers: 'block' }, [])
  await fillOrder(page, baseUrl, 'ana@example.com', 'email')
  await page.locator('#alerts').getByText('per day').waitFor({ state: 'detached' })
  return () => page.context().close()
})

const CODE = '**/assets/*.js'
const orderButton = () => page.getByRole('button', { name: /^Continue to payment/ })
const chooseSms = () => page.getByRole('radio', { name: 'SMS' }).check({ force: true })

test('texts cannot be ordered before the words of their consent are on the page', async () => {
  const signal = Promise.withResolvers<void>()
  await page.route(CODE, async (route) => {
    await signal.promise
    await route.continue()
  })
  await chooseSms()
  await page.getByRole('heading', { level: 2, name: 'Daily SMS Alerts' }).waitFor()
  expect(await orderButton().isDisabled()).toBe(true)
  expect(await page.getByLabel('Phone').count()).toBe(0)

  signal.resolve()
  await page.getByText(SMS_CONSENT.text).waitFor()
  expect(await page.getByLabel('Phone').count()).toBe(1)
  expect(await orderButton().isEnabled()).toBe(true)
})

test.for([
  ['SMS', chooseSms, () => page.getByLabel('Phone')],
  [
    'Other days',
    () => page.getByRole('button', { name: 'Other days' }).click(),
    () => page.getByRole('dialog', { name: 'Days you visit' }),
  ],
  [
    'How do I get a code?',
    () => page.getByRole('button', { name: 'How do I get a code?' }).click(),
    () => page.getByRole('dialog', { name: 'Get free alerts by sharing' }),
  ],
] as const)(
  'what was entered survives a first tap on “%s” without a signal, and the next try shows it',
  async ([_name, tap, shown]) => {
    const lost = new Set<string>()
    await page.route(CODE, (route) => {
      lost.add(route.request().resourceType())
      return route.abort('internetdisconnected')
    })
    await tap()
    const retry = page.locator('#alerts').getByRole('button', { name: 'Try again' })
    await retry.waitFor()
    expect(await emailField(page).inputValue()).toBe('ana@example.com')
    expect(await page.getByRole('checkbox', { name: /, today$/ }).isChecked()).toBe(true)
    // Firefox would never import again what an import has lost.
    expect([...lost]).toEqual(['fetch'])

    await page.unroute(CODE)
    await retry.click()
    await shown().waitFor()
    expect(await emailField(page).inputValue()).toBe('ana@example.com')
  },
)
