import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { launchBrowser, PHONE } from '../support/browser.ts'
import { threeLongWaits } from '../support/long-waits.ts'
import { openPage } from '../support/pages.ts'
import { aVisitor, createWalkonClient, eventually, isAlert, todayIn } from '../support/walkon-client.ts'

const baseUrl = inject('baseUrl')
const client = createWalkonClient(baseUrl)
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await client.releasePins()
})

const started = z.object({ sessionId: z.string() })
const aNumber = () => `+1407555${String(1_000 + Math.floor(Math.random() * 9_000))}`

/** A pass of text messages for today, paid. */
async function buyTexts(email: string, phone: string) {
  const park = await client.parkNamed(/Magic Kingdom/)
  const { status, body } = await client.send('POST', '/api/billing/checkouts', {
    email,
    parkId: park.id,
    dates: [todayIn(park.timezone)],
    channel: 'sms',
    phone,
  })
  expect(status).toBe(201)
  await client.send('POST', `/sandbox/payments/${started.parse(body).sessionId}/pay`, {})
  return park
}

test('a visitor pays for texts, confirms on the phone, and is texted until STOP and again after START', async () => {
  const [email, phone] = [aVisitor('texts'), aNumber()]
  const { id: parkId } = await client.parkNamed(/Magic Kingdom/)
  const [first, second, third] = await threeLongWaits(client, parkId)
  await buyTexts(email, phone)
  const texts = () => client.messagesTo(phone, 'sms')
  const nextText = (...parts: string[]) =>
    eventually(async () => (await texts()).find(({ text }) => parts.every((part) => text.includes(part))))

  const problems: string[] = []
  const page = await openPage(browser, PHONE, problems)
  const answer = (text: string) => page.getByRole('button', { name: text, exact: true }).click()
  const question = await nextText('Reply YES')
  await page.goto(`${baseUrl}/sandbox/inbox/${question.id}`)
  await answer('YES')
  await nextText('now come by text')

  await first.becomeShort()
  await nextText('Reply DONE', first.firstWord)
  await answer('DONE')
  await nextText('Quiet for today', first.firstWord)

  await answer('STOP')
  await page.getByText('You have successfully been unsubscribed').waitFor()
  const told = (await texts()).length
  await second.becomeShort()
  await client.nextMessage(email, (mail) => isAlert(mail) && mail.text.includes(second.name))
  expect(await texts()).toHaveLength(told)

  await answer('START')
  await page.getByText('You have successfully been re-subscribed').waitFor()
  await third.becomeShort()
  await nextText('Reply DONE', third.firstWord)
  expect(problems).toEqual([])
})
