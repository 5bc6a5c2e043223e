import { PAGES_OF } from '@walkon/contracts/offers'
import { freePort } from '@walkon/postgres/server'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, PHONE } from '../support/browser.ts'
import { createDataFolder, removeDataFolder } from '../support/data-folder.ts'
import { npmStart, type StartedProduct } from '../support/npm-start.ts'
import { emailField } from '../support/order-form.ts'
import { followMailLink, openMail, openPage } from '../support/pages.ts'
import { PAYMENT_WORDS, toText } from '../support/payment-words.ts'
import { QUICK_POLLS } from '../support/quick-polls.ts'
import { aVisitor, createWalkonClient, isAlert } from '../support/walkon-client.ts'

/** A day ends half a minute after it began, so that the journey sees its end. */
const ENV = { ...QUICK_POLLS, PRICES: 'free', PASS_HOURS: '0.008', PAST_DAYS: '0' }

let product: StartedProduct
let browser: Browser
let dataDir: string
beforeAll(async () => {
  dataDir = await createDataFolder('free')
  product = await npmStart({ dataDir, port: await freePort(), env: ENV })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await removeDataFolder(dataDir)
})

test('where passes are free, a visitor gets from the form to the alert and its end, and reads nothing of money', async () => {
  const client = createWalkonClient(product.url)
  const problems: string[] = []
  const page = await openPage(browser, PHONE, problems)
  const email = aVisitor('free')
  await page.goto(product.url)
  await page.getByRole('checkbox', { name: /, today$/ }).check({ force: true })
  await emailField(page).fill(email)
  await page.getByRole('button', { name: 'Activate Alerts!' }).click()
  await page.getByText('Check your inbox').waitFor()

  const inbox = await page.context().newPage()
  await openMail(inbox, product.url, email, /confirm/i)
  const confirm = await followMailLink(inbox, /^Turn on my alerts$/)
  await confirm.getByRole('button', { name: 'Turn on my alerts' }).click()
  await confirm.getByRole('heading', { name: 'Your alerts are on' }).waitFor()
  await client.nextMessage(email, isAlert)
  await client.nextMessage(email, ({ subject }) => /Alerts Expired/.test(subject ?? ''))

  for (const { subject, text } of await client.messagesTo(email))
    expect(PAYMENT_WORDS.exec(`${subject} ${text}`)).toBeNull()
  expect(problems).toEqual([])
  await page.context().close()
})

test('where passes are free, what is sold elsewhere is not offered, and no page that is built names money', async () => {
  const read = async (path: string) => {
    const response = await fetch(product.url + path, { headers: { accept: 'text/html' } })
    return { status: response.status, text: toText(await response.text()) }
  }
  for (const path of PAGES_OF.payments) {
    const { status, text } = await read(path)
    expect([path, status]).toEqual([path, 404])
    expect(text).toContain('Not offered here')
  }
  for (const path of ['/', '/pricing', '/faq', '/terms', '/privacy', '/how-it-works', '/about', '/parks'])
    expect([path, PAYMENT_WORDS.exec((await read(path)).text)?.[0]]).toEqual([path, undefined])
})

test('a page that is not offered comes alive as it was sent', async () => {
  const problems: string[] = []
  const page = await openPage(browser, PHONE, problems)
  await page.goto(`${product.url}/plan`)
  await page.getByRole('heading', { level: 1, name: 'Not offered here' }).waitFor()
  expect(await page.title()).toBe('Not offered here | Walkon')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await emailField(page).waitFor()
  expect(problems.filter((problem) => !problem.includes('status of 404'))).toEqual([])
  await page.context().close()
})
