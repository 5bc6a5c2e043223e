import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { faultsAtBothWidths, pixelsTooWide } from '../support/accessibility.ts'
import { createAccount, grantRole, PASSWORD, showSecondFactor } from '../support/accounts.ts'
import { DESK, launchBrowser, PHONE } from '../support/browser.ts'
import { openPage } from '../support/pages.ts'
import { aVisitor, createWalkonClient } from '../support/walkon-client.ts'

const baseUrl = inject('baseUrl')
const client = createWalkonClient(baseUrl)
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Made once for the file: granting starts a process. */
let moderator: { email: string }
let admin: { authorization: string }
beforeAll(async () => {
  const [moderatorEmail, adminEmail] = [aVisitor('ranking-moderator'), aVisitor('ranking-admin')]
  await createAccount(client, baseUrl, moderatorEmail, 'Mo Derator')
  const { auth } = await createAccount(client, baseUrl, adminEmail, 'Ada Admin')
  await grantRole(inject('dataDir'), 'moderator', moderatorEmail)
  await grantRole(inject('dataDir'), 'admin', adminEmail)
  await auth.refreshSession()
  moderator = { email: moderatorEmail }
  admin = { authorization: await showSecondFactor(auth) }
})

const api = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
  const answer = await client.send(method, `/api/rankings${path}`, body, admin)
  expect(answer.status).toBeLessThan(300)
  return answer.body
}

/** An item of its own, in a park that everybody knows. */
async function anItem(name: string): Promise<string> {
  const parks = (await api('GET', '/parks')) as { parkId: string }[]
  const added = await api('POST', '/items', { name, parkId: parks[0]?.parkId, type: 'experience' })
  return (added as { itemId: string }).itemId
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

const unique = (name: string) => `${name} ${Date.now().toString(36)}`

test('a visitor with a phone rates, suggests an edit and an item; a moderator at a desk decides', async () => {
  const problems: string[] = []
  const itemName = unique('Dapper Dans')
  const itemId = await anItem(itemName)
  const email = aVisitor('ranking-visitor')
  await createAccount(client, baseUrl, email, 'Ana Ortiz')

  const page = await openPage(browser, PHONE, problems)
  await page.goto(`${baseUrl}/park-rankings?type=experience&item=${itemId}`)
  await page.getByRole('button', { name: 'Sign in to rate this item' }).click()
  await logIn(page, email)
  const dialog = page.getByRole('dialog', { name: itemName })
  await dialog.getByRole('radio', { name: '4 stars' }).check()
  await dialog.getByLabel('Comment').fill('<script>alert(1)</script> what a s h i t line')
  await dialog.getByRole('button', { name: 'Submit rating' }).click()
  await page.getByText('Content Filtered').waitFor()
  await dialog.getByText('<script>alert(1)</script> what a ******* line').last().waitFor()
  expect(await faultsAtBothWidths(page)).toEqual([])

  await dialog.getByRole('button', { name: 'Suggest Edit' }).click()
  await dialog.getByLabel('Name').fill(`${itemName}, edited`)
  await dialog.getByRole('button', { name: 'Submit edit' }).click()
  await page.getByText('Edit Request Submitted!').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  const suggested = unique('Churro cart')
  await page.getByRole('button', { name: 'Add New Item' }).click()
  const form = page.getByRole('dialog', { name: 'Add New Item' })
  await form.getByLabel('Name').fill(suggested)
  await form.getByLabel('Park').selectOption({ index: 1 })
  await form.getByLabel('Type').selectOption('food')
  await form.getByRole('button', { name: 'Submit request' }).click()
  await page.getByText('Request Submitted!', { exact: true }).waitFor()
  expect(await pixelsTooWide(page)).toBe(0)
  await page.context().close()

  const desk = await openPage(browser, DESK, problems)
  await desk.goto(`${baseUrl}/moderation`)
  await logIn(desk, moderator.email)
  await desk.getByRole('button', { name: `Approve ${itemName}` }).waitFor()
  // Another moderator is faster with the new item.
  const { items } = (await api('GET', '/item-requests?limit=100')) as {
    items: { requestId: string; name: string }[]
  }
  await api('POST', `/item-requests/${items.find((each) => each.name === suggested)?.requestId}/reject`, {})
  await desk.getByRole('button', { name: `Approve ${suggested}` }).click()
  await desk.getByText('Already decided').waitFor()
  await desk.getByRole('button', { name: `Approve ${itemName}` }).click()
  await desk.getByText('Request Approved').waitFor()
  expect(await faultsAtBothWidths(desk)).toEqual([])
  await desk.context().close()

  const reader = await openPage(browser, DESK, problems)
  await reader.goto(`${baseUrl}/park-rankings?type=experience&item=${itemId}`)
  await reader
    .getByRole('dialog', { name: `${itemName}, edited` })
    .getByText('1 review')
    .waitFor()
  await api('DELETE', `/items/${itemId}`)
  await reader.reload()
  await reader.getByText('This item is no longer in the rankings.').waitFor()
  await reader.context().close()
  expect(problems.filter((problem) => !/status of (401|404|409)/.test(problem))).toEqual([])
})
