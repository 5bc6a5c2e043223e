import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createAccount, PASSWORD } from '../support/accounts.ts'
import { launchBrowser, PHONE } from '../support/browser.ts'
import { openPage, openRow } from '../support/pages.ts'
import { aNumber, buyTexts, isTextsOn } from '../support/texts.ts'
import { aVisitor, createWalkonClient, eventually } from '../support/walkon-client.ts'

const baseUrl = inject('baseUrl')
const client = createWalkonClient(baseUrl)
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test('a visitor whose number is confirmed turns login by text on, logs in by it, and no more after STOP', async () => {
  const [email, phone] = [aVisitor('text-login'), aNumber()]
  const { authorization } = await createAccount(client, baseUrl, email, 'Ada Visitor')
  await buyTexts(client, email, phone, { headers: { authorization } })
  const textThat = (fits: (text: string) => boolean) =>
    eventually(async () => (await client.messagesTo(phone, 'sms')).find(({ text }) => fits(text)))
  const { id: question } = await textThat((text) => text.includes('Reply YES'))
  const answer = (text: string) => client.send('POST', `/sandbox/messages/${question}/replies`, { text })
  await answer('YES')
  await textThat(isTextsOn)

  const problems: string[] = []
  const page = await openPage(browser, PHONE, problems)
  await page.goto(`${baseUrl}/auth`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByText('Login successful').waitFor()
  await page.goto(`${baseUrl}/account`)
  await openRow(page, 'Log in by text')
  await page.getByRole('button', { name: /Turn on login by text/ }).click()
  await page.getByText('A code by text logs you in').waitFor()
  await openRow(page, 'Sessions')
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await page.getByText('Logged out successfully').waitFor()

  await page.goto(`${baseUrl}/auth`)
  await page.getByRole('button', { name: 'Text me a code instead' }).click()
  await page.getByLabel('Phone').fill(phone)
  await page.getByRole('button', { name: 'Text me a code' }).click()
  const { text } = await textThat((sent) => sent.includes('Your code is'))
  await page.getByLabel('Code').fill(/\d{6}/.exec(text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Verify code' }).click()
  await page.getByText('Login successful').waitFor()

  await answer('STOP')
  await eventually(async () => {
    await page.goto(`${baseUrl}/account`)
    await openRow(page, 'Log in by text')
    const empty = page.getByText(/No number yet/)
    await empty.or(page.getByRole('button', { name: /login by text/ })).waitFor()
    return empty.isVisible()
  })
  expect(problems).toEqual([])
})
