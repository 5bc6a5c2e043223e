import type { Browser } from 'playwright-core'
import { z } from 'zod'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createAccount, PASSWORD } from '../support/accounts.ts'
import { faultsAtBothWidths } from '../support/accessibility.ts'
import { launchBrowser } from '../support/browser.ts'
import { fillOrder } from '../support/order-form.ts'
import { openPage } from '../support/pages.ts'
import { aVisitor, createWalkonClient, eventually, todayIn } from '../support/walkon-client.ts'

/** The pages of a purchase in both themes, on a phone and on a desk: axe finds nothing, and nothing scrolls sideways. */

const baseUrl = inject('baseUrl')
const client = createWalkonClient(baseUrl)
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const open = () => openPage(browser, { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' }, [])

const started = z.object({ sessionId: z.string() })

async function order(
  email: string,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<string> {
  const park = await client.parkNamed(/Magic Kingdom/)
  const asked = {
    email,
    parkId: park.id,
    dates: [todayIn(park.timezone)],
    channel: 'sms',
    phone: '+14075550142',
    ...more,
  }
  const { body } = await client.send('POST', '/api/billing/checkouts', asked, headers)
  return started.parse(body).sessionId
}

const atStripe = (sessionId: string, action: 'pay' | 'expire', body = {}) =>
  client.send('POST', `/sandbox/payments/${sessionId}/${action}`, body)

test('the order form has no accessibility problem, also with its errors', async () => {
  const page = await open()
  await fillOrder(page, baseUrl, 'ana.ortiz@', 'sms')
  await page.getByLabel('Phone').fill('7')
  await page.getByRole('button', { name: 'Continue to payment · $5' }).click()
  await page.getByText('Phone Number Required').waitFor()
  expect(await faultsAtBothWidths(page)).toEqual([])
  await page.getByRole('textbox', { name: /^Promo code/ }).fill('smsfree')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Code applied. Your alerts are free.').waitFor()
  expect(await faultsAtBothWidths(page)).toEqual([])
  await page.context().close()
})

test('what has become of an order has no accessibility problem in any state', async () => {
  const page = await open()
  const unpaid = await order(aVisitor('unpaid'))
  const debited = await order(aVisitor('debited'))
  await atStripe(debited, 'pay', { outcome: 'processing' })
  const refused = await order(aVisitor('refused'))
  await atStripe(refused, 'pay', { outcome: 'processing' })
  await atStripe(refused, 'pay', { outcome: 'declined' })
  const paid = await order(aVisitor('paid'))
  await atStripe(paid, 'pay')
  const expired = await order(aVisitor('expired'))
  await atStripe(expired, 'expire')
  const free = await order(aVisitor('free'), { promoCode: 'SMSFREE' })
  for (const [sessionId, title] of [
    [unpaid, 'Waiting for your payment'],
    [debited, 'Your payment is on its way'],
    [refused, 'Your payment didn’t go through'],
    [paid, 'Subscription Successful'],
    [expired, 'This order has ended'],
    [free, 'Check your inbox'],
  ] as const) {
    await page.goto(`${baseUrl}/subscription-success?session_id=${sessionId}&alert_type=sms`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await faultsAtBothWidths(page)).toEqual([])
  }
  await page.context().close()
})

test('passes and receipt have no accessibility problem', async () => {
  const email = aVisitor('receipts')
  const { authorization } = await createAccount(client, baseUrl, email, 'Ada Visitor')
  const sessionId = await order(email, {}, { authorization })
  await atStripe(sessionId, 'pay')
  await order(email, { channel: 'email', phone: undefined }, { authorization })
  await eventually(async () => {
    const { body } = await client.send('GET', '/api/billing/passes', undefined, { authorization })
    return JSON.stringify(body).includes('"active"')
  })
  const page = await open()
  await page.goto(`${baseUrl}/account/passes`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByText(/^Awaiting payment/).waitFor()
  expect(await faultsAtBothWidths(page)).toEqual([])
  await page.getByRole('link', { name: /^Receipt: / }).click()
  await page.getByRole('button', { name: 'Print' }).waitFor()
  expect(await faultsAtBothWidths(page)).toEqual([])
  await page.context().close()
})
