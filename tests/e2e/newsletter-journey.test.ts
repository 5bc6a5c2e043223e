import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createAccount, grantRole, PASSWORD } from '../support/accounts.ts'
import { DESK, launchBrowser, PHONE } from '../support/browser.ts'
import { followMailLink, openMail, openPage } from '../support/pages.ts'
import { aVisitor, createWalkonClient } from '../support/walkon-client.ts'

/** An issue of the newsletter, from its reader's first tap to the last. */

const baseUrl = inject('baseUrl')
const client = createWalkonClient(baseUrl)
const SUBJECT = 'Quiet weeks ahead'
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
  await admin.getByLabel('Subject').fill(SUBJECT)
  await admin.getByLabel('Text').fill('# When to go\n\nThe **first** weeks of December.')
  await admin.getByRole('region', { name: 'Preview' }).getByText('When to go').waitFor()
  await admin.getByRole('button', { name: 'Save draft' }).click()
  await admin.getByRole('button', { name: `Send ${SUBJECT} to all` }).click()
  await admin.getByRole('button', { name: 'Send now' }).click()
  await admin.getByText(/^Sent .* · 1 sent · 1 delivered$/).waitFor()

  const issue = await client.nextMessage(reader, ({ subject }) => subject === SUBJECT)
  expect(issue.text).toContain('When to go')
  expect(issue.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  await openMail(page, baseUrl, reader, new RegExp(SUBJECT))
  const leaving = await followMailLink(page, /^Unsubscribe$/)
  await leaving.getByRole('button', { name: 'Unsubscribe' }).click()
  await leaving.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()

  await admin.getByLabel('Subject').fill(`${SUBJECT}, again`)
  await admin.getByLabel('Text').fill('Nobody is left to read it.')
  await admin.getByRole('button', { name: 'Save draft' }).click()
  await admin.getByRole('button', { name: `Send ${SUBJECT}, again to all` }).click()
  await admin.getByRole('button', { name: 'Send now' }).click()
  await admin.getByText(/^Sent .* · 0 sent · 0 delivered$/).waitFor()
  await Promise.all([page, admin].map((each) => each.context().close()))
})

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
  const email = aVisitor('writes-news')
  const { auth } = await createAccount(client, baseUrl, email, 'Nora News')
  await grantRole(inject('dataDir'), 'admin', email)
  await auth.refreshSession()
  const app = await enrollApp(auth)
  const page = await openPage(browser, DESK, [])
  await page.goto(`${baseUrl}/admin/newsletter`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  // The code of the half minute that comes, because that of this one was used.
  await page.getByLabel('Code').fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { level: 1, name: 'Newsletter issues' }).waitFor()
  return page
}

async function enrollApp({ mfa }: Awaited<ReturnType<typeof createAccount>>['auth']): Promise<TOTP> {
  const { data: factor } = await mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (factor?.type !== 'totp') throw new Error('No factor was enrolled')
  const app = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) })
  const { error } = await mfa.challengeAndVerify({ factorId: factor.id, code: app.generate() })
  if (error) throw error
  return app
}
