import { TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.ts'
import { createAccount, PASSWORD } from '../support/accounts.ts'
import { DESK, launchBrowser, PHONE } from '../support/browser.ts'
import { applyCode, emailField, goToForm } from '../support/order-form.ts'
import { followMailLink, openMail, openPage, openRow } from '../support/pages.ts'
import { aVisitor, createWalkonClient, eventually } from '../support/walkon-client.ts'

const baseUrl = inject('baseUrl')
const client = createWalkonClient(baseUrl)
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const OTHER_PASSWORD = 'a walk in the park at dawn'

/** What a browser notes about answers that refuse, as they must in these journeys. */
const EXPECTED_NOTES = /status of (400|401|403|422)/

test('on a phone, an account is made, used and deleted', async () => {
  const problems: string[] = []
  const page = await openPage(browser, PHONE, problems)
  const email = aVisitor('account')

  await signUpFromGuard(page, email)
  const confirmed = await confirmFromMail(page, email)
  await page.close()
  await logOut(confirmed, email)

  await confirmed.goto(`${baseUrl}/account#sessions`)
  await confirmed.getByRole('heading', { name: 'Your account' }).waitFor()
  await logIn(confirmed, email, 'not the password')
  await confirmed.getByText('Invalid login credentials').waitFor()
  await logIn(confirmed, email, PASSWORD)
  await confirmed.getByRole('heading', { name: 'Account', exact: true }).waitFor()
  expect(new URL(confirmed.url()).pathname + new URL(confirmed.url()).hash).toBe('/account#sessions')
  await confirmed.reload()
  await confirmed.getByRole('heading', { name: 'Account', exact: true }).waitFor()

  const app = await turnOnSecondFactor(confirmed)
  await logOut(confirmed, email)
  await confirmed.goto(`${baseUrl}/account`)
  await logIn(confirmed, email, PASSWORD)
  await confirmed.getByRole('heading', { name: 'One more step' }).waitFor()
  // The code of the half minute that comes, because that of this one was used.
  await confirmed.getByLabel('Code').fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await confirmed.getByRole('button', { name: 'Continue' }).click()
  await confirmed.getByRole('heading', { name: 'Account', exact: true }).waitFor()

  await openRow(confirmed, 'Delete account')
  await confirmed.getByRole('button', { name: 'Delete my account' }).click()
  await passwordOf(confirmed, 'Delete account').fill(PASSWORD)
  await confirmed.getByRole('button', { name: 'Delete everything' }).click()
  await confirmed.getByText('Account deleted').waitFor()
  await confirmed.goto(`${baseUrl}/auth`)
  await logIn(confirmed, email, PASSWORD)
  await confirmed.getByText('Invalid login credentials').waitFor()

  expect(problems.filter((problem) => !EXPECTED_NOTES.test(problem))).toEqual([])
  await confirmed.context().close()
})

test('at a desk, a forgotten password is replaced, and the old one is worth nothing', async () => {
  const problems: string[] = []
  const page = await openPage(browser, DESK, problems)
  const email = aVisitor('forgets')
  await createAccount(client, baseUrl, email, 'Ada Visitor')

  await page.goto(`${baseUrl}/auth`)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a reset link' }).click()
  await page.getByText('Check your email for a reset link.').waitFor()
  await openMail(page, baseUrl, email, /password/i)
  const reset = await followMailLink(page, /password/i)
  await reset.getByRole('button', { name: 'Choose a new password' }).click()
  await reset.getByRole('textbox', { name: 'New password' }).fill(OTHER_PASSWORD)
  await reset.getByRole('button', { name: 'Save the new password' }).click()
  await reset.getByText('Password changed').waitFor()
  expect(reset.url()).not.toContain('token')
  await logOut(reset, email)

  await reset.goto(`${baseUrl}/auth`)
  await logIn(reset, email, PASSWORD)
  await reset.getByText('Invalid login credentials').waitFor()
  await logIn(reset, email, OTHER_PASSWORD)
  await accountMenu(reset, email).waitFor()
  expect(problems.filter((problem) => !EXPECTED_NOTES.test(problem))).toEqual([])
  await page.context().close()
})

test('the pages of an account have no accessibility problem', async () => {
  const email = aVisitor('axe')
  await createAccount(client, baseUrl, email, 'Ada Visitor')
  const page = await openPage(browser, { ...PHONE, reducedMotion: 'reduce' }, [])
  await page.goto(`${baseUrl}/account`)
  await logIn(page, email, PASSWORD)
  await page.getByRole('heading', { name: 'Account', exact: true }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await openRow(page, 'Sessions')
  await page.getByText('This browser').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await openRow(page, 'Second factor')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  await openRow(page, 'Delete account')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Current password' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await accountMenu(page, email).click()
  await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.context().close()
})

test('a visitor with an account has alerts at once, for the address of the account', async () => {
  const problems: string[] = []
  const email = aVisitor('has-an-account')
  await createAccount(client, baseUrl, email, 'Ada Visitor')
  const page = await openPage(browser, PHONE, problems)
  await page.goto(`${baseUrl}/auth`)
  await logIn(page, email, PASSWORD)
  await accountMenu(page, email).waitFor()
  await page.goto(baseUrl)
  await goToForm(page)
  await eventually(async () => (await emailField(page).inputValue()) === email)
  await page.getByRole('checkbox', { name: /today/ }).check({ force: true })
  await applyCode(page, 'freeday')
  await page.getByRole('button', { name: 'Activate Alerts!' }).click()
  await page.getByRole('heading', { name: 'Your alerts are on' }).waitFor()
  await page.goto(`${baseUrl}/manage-alerts`)
  await page.getByRole('button', { name: 'Save Changes' }).first().waitFor()
  await page.getByText(email).first().waitFor()
  expect(problems.filter((problem) => !EXPECTED_NOTES.test(problem))).toEqual([])
  await page.context().close()
})

test('two tabs are signed in and out together', async () => {
  const problems: string[] = []
  const page = await openPage(browser, DESK, problems)
  const email = aVisitor('two-tabs')
  await createAccount(client, baseUrl, email, 'Ada Visitor')
  const other = await page.context().newPage()
  for (const tab of [page, other]) await tab.goto(`${baseUrl}/account`)
  await logIn(page, email, PASSWORD)
  await other.getByRole('heading', { name: 'Account', exact: true }).waitFor()
  await logOut(page, email)

  await other.getByRole('link', { name: 'Login' }).first().waitFor()
  await page.goto(`${baseUrl}/auth`)
  await logIn(page, email, PASSWORD)
  await accountMenu(other, email).waitFor()
  expect(problems.filter((problem) => !EXPECTED_NOTES.test(problem))).toEqual([])
  await page.context().close()
})

/** Opens a page of an account without having one: the visitor is redirected to the form, and signs up. */
async function signUpFromGuard(page: Page, email: string): Promise<void> {
  await page.goto(`${baseUrl}/account`)
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByText('Please enter your full name to sign up.').waitFor()
  await page.getByLabel('Full name').fill('Ada Visitor')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByText('Check your email for a confirmation link.').first().waitFor()
}

async function confirmFromMail(page: Page, email: string): Promise<Page> {
  await openMail(page, baseUrl, email, /confirm/i)
  const landing = await followMailLink(page, /confirm/i)
  await landing.getByRole('button', { name: 'Confirm my account' }).click()
  await landing.getByRole('heading', { name: 'Your account is confirmed' }).waitFor()
  expect(landing.url()).not.toContain('token')
  await accountMenu(landing, email).waitFor()
  return landing
}

const accountMenu = (page: Page, email: string) => page.getByRole('button', { name: `Account of ${email}` })

async function logOut(page: Page, email: string): Promise<void> {
  await accountMenu(page, email).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByText('You have been logged out of your account.').waitFor()
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

const passwordOf = (page: Page, section: string) =>
  page.getByRole('region', { name: section }).getByRole('textbox', { name: 'Password' })

/** Sets up an authenticator app from the key that the page shows, and returns the app. */
async function turnOnSecondFactor(page: Page): Promise<TOTP> {
  await openRow(page, 'Second factor')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '')
  const app = new TOTP({ secret })
  await page.getByLabel('Code').fill(app.generate())
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await page.getByText('Second factor is on').waitFor()
  return app
}
