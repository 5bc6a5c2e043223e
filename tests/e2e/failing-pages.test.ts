import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.ts'
import { createAccount, PASSWORD } from '../support/accounts.ts'
import { launchBrowser, PHONE } from '../support/browser.ts'
import { openPage, openRow } from '../support/pages.ts'
import { aVisitor, createWalkonClient } from '../support/walkon-client.ts'

const baseUrl = inject('baseUrl')
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** They show what a service answers. */
const PAGES = [
  '/account/passes',
  '/account/receipt?order=of-the-account',
  '/plan',
  '/flight-alerts',
  '/flight-deals?from=BOS&to=disney-world&depart=2099-01-01',
  '/lightning-lane',
  '/restaurant-alerts',
  '/manage-restaurant-alerts',
  '/park-rankings',
]

/** It opens the gates in the browser alone: no service answers that it does not know the key. */
const GATE_KEY = JSON.stringify({ key: 'of-this-browser', expiresAt: '2099-01-01T00:00:00Z' })

test('pages whose services fail say so, offer another try, and have no accessibility problem', async () => {
  const email = aVisitor('outage')
  await createAccount(createWalkonClient(baseUrl), baseUrl, email, 'Ada Visitor')
  const page = await openPage(browser, { ...PHONE, reducedMotion: 'reduce', serviceWorkers: 'block' }, [])
  await page.addInitScript((key) => localStorage.setItem('walkon.gate-key', key), GATE_KEY)
  await page.goto(`${baseUrl}/auth`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('button', { name: `Account of ${email}` }).waitFor()
  await page.route('**/api/**', (route) => route.fulfill({ status: 503 }))

  for (const path of PAGES) {
    await page.goto(`${baseUrl}${path}`)
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).first().waitFor()
    expect([path, ...(await accessibilityProblems(page, { isStrict: true }))]).toEqual([path])
  }
  await page.goto(`${baseUrl}/account`)
  for (const row of ['Log in by text', 'Sessions', 'Push notifications', 'Webhooks']) {
    await openRow(page, row)
    await page.getByRole('region', { name: row }).getByRole('alert').waitFor()
    expect([row, ...(await accessibilityProblems(page, { isStrict: true }))]).toEqual([row])
  }
  await page.context().close()
})
