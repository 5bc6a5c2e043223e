import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { DESK, launchBrowser, PHONE } from '../support/browser.ts'
import { createStaff, logInAsStaff } from '../support/staff.ts'
import { followMailLink, openMail, openPage } from '../support/pages.ts'
import { aVisitor, createWalkonClient } from '../support/walkon-client.ts'

/** An issue of the newsletter, from its reader's first tap to the last. */

const baseUrl = inject('baseUrl')
const client = createWalkonClient(baseUrl)
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test('a visitor subscribes and confirms, an admin writes an issue and sends it, and one click in it is the way out', async () => {
  const reader = aVisitor('reads-news')
  const page = await openPage(browser, PHONE, [])
  await subscribe(page, reader)
  await page.getByText('Check your email').waitFor()
  await confirm(page, reader)
  await subscribe(page, reader)
  await page.getByText('This email is already subscribed to the newsletter!').waitFor()

  const admin = await openAdmin()
  const first = aSubject()
  const readers = await sendIssue(admin, first, 'When to go')
  expect(readers).toBeGreaterThan(0)

  const issue = await client.nextMessage(reader, ({ subject }) => subject === first)
  expect(issue.text).toContain('When to go')
  expect(issue.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  await openMail(page, baseUrl, reader, new RegExp(first))
  const leaving = await followMailLink(page, /^Unsubscribe$/)
  await leaving.getByRole('button', { name: 'Unsubscribe' }).click()
  await leaving.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()

  const second = aSubject()
  expect(await sendIssue(admin, second, 'Nobody reads this')).toBe(readers - 1)
  expect((await client.messagesTo(reader)).filter(({ subject }) => subject === second)).toEqual([])
  await Promise.all([page, admin].map((each) => each.context().close()))
})

/** Of one issue alone. */
const aSubject = () => `Quiet weeks ahead ${randomUUID()}`

/** Writes an issue and sends it. Returns how many readers have it, once it is delivered to all. */
async function sendIssue(admin: Page, subject: string, heading: string): Promise<number> {
  await admin.getByLabel('Subject').fill(subject)
  await admin.getByLabel('Text').fill(`# ${heading}\n\nThe **first** weeks of December.`)
  await admin.getByRole('region', { name: 'Preview' }).getByText(heading).waitFor()
  await admin.getByRole('button', { name: 'Save draft' }).click()
  await admin.getByRole('button', { name: `Send to all: ${subject}` }).click()
  await admin.getByRole('button', { name: 'Send now' }).click()
  const row = admin.getByRole('listitem').filter({ hasText: subject })
  const state = await row.getByText(/^Sent .* · (\d+) sent · \1 delivered$/).innerText()
  return Number(/(\d+) sent/.exec(state)?.[1])
}

/** At the end of the home page. */
async function subscribe(page: Page, email: string): Promise<void> {
  await page.goto(baseUrl)
  const form = page.getByRole('form').filter({ has: page.getByRole('button', { name: 'Subscribe' }) })
  await form.scrollIntoViewIfNeeded()
  await form.getByLabel('Send it to').fill(email)
  await form.getByRole('button', { name: 'Subscribe' }).click()
}

async function confirm(page: Page, email: string): Promise<void> {
  await openMail(page, baseUrl, email, /Confirm your newsletter/)
  const asked = await followMailLink(page, /Confirm my newsletter/)
  await asked.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await asked.getByRole('button', { name: 'Unsubscribe' }).waitFor()
  await asked.close()
}

/** An admin with a second factor, at the page of issues. */
async function openAdmin(): Promise<Page> {
  const admin = await createStaff(client, inject('dataDir'), baseUrl, 'admin')
  const page = await openPage(browser, DESK, [])
  await page.goto(`${baseUrl}/admin/newsletter`)
  await logInAsStaff(page, admin)
  await page.getByRole('heading', { level: 1, name: 'Newsletter issues' }).waitFor()
  return page
}
