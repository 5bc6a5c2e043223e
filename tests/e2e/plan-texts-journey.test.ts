import { planTexts, type PlanTexts } from '@walkon/contracts/http/plan-texts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { faultsAtBothWidths } from '../support/accessibility.ts'
import { createAccount, PASSWORD } from '../support/accounts.ts'
import { launchBrowser, PHONE } from '../support/browser.ts'
import { threeLongWaits } from '../support/long-waits.ts'
import { openPage } from '../support/pages.ts'
import { aNumber } from '../support/texts.ts'
import { aVisitor, createWalkonClient, eventually, isAlert } from '../support/walkon-client.ts'

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

type Account = { authorization: string }

test('the alerts of a plan come by text to the number that answered YES, and by email once it is removed', async () => {
  const [email, phone] = [aVisitor('plan-texts'), aNumber()]
  const account = await createAccount(client, baseUrl, email, 'Tessa Texter')
  await buyPlan(account)
  const { id: parkId } = await client.parkNamed(/Animal Kingdom/)
  const [first, second] = await threeLongWaits(client, parkId)
  await watch(account, parkId, [first.rideId, second.rideId])

  const problems: string[] = []
  const page = await openPage(browser, PHONE, problems)
  await openPlan(page, email)
  await chooseNumber(page, phone)
  await answerYes(phone)
  await page.getByText(/by text, in place of email/).waitFor()
  expect(await faultsAtBothWidths(page)).toEqual([])

  await first.becomeShort()
  await textTo(phone, first.plainWords)
  await page.reload()
  await page.getByText(/^1 of 300 texts used in /).waitFor()

  await page.getByRole('button', { name: 'Remove the number' }).click()
  await page.getByText('Your alerts come by email.').waitFor()
  await second.becomeShort()
  await client.nextMessage(email, (mail) => isAlert(mail) && mail.text.includes(second.name))

  const mails = (await client.messagesTo(email)).filter(isAlert)
  const texts = (await client.messagesTo(phone, 'sms')).filter(({ text }) => text.includes('Reply DONE'))
  expect([mails.length, texts.length]).toEqual([1, 1])
  expect(problems.filter((problem) => !/status of 401/.test(problem))).toEqual([])
  await page.context().close()
})

/** Until every service that acts on a plan has heard of it. */
async function buyPlan({ authorization }: Account): Promise<void> {
  const { body } = await client.send('POST', '/api/billing/plan/checkout', undefined, { authorization })
  const { sessionId } = z.object({ sessionId: z.string() }).parse(body)
  await client.send('POST', `/sandbox/payments/${sessionId}/pay`, {})
  await eventually(async () => (await textsOf({ authorization })).isCovered)
}

async function textsOf({ authorization }: Account): Promise<PlanTexts> {
  return planTexts.parse(
    (await client.send('GET', '/api/notifications/plan-texts', undefined, { authorization })).body,
  )
}

/** The rides that are pinned alone: others would alert by themselves. */
async function watch({ authorization }: Account, parkId: string, rideIds: string[]): Promise<void> {
  const watches = rideIds.map((rideId) => ({ rideId, active: true }))
  await eventually(async () => {
    const added = await client.send(
      'POST',
      '/api/alerts/subscriptions',
      { parkId, watches },
      { authorization },
    )
    return added.status === 201
  })
}

async function openPlan(page: Page, email: string): Promise<void> {
  await page.goto(`${baseUrl}/plan`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('heading', { name: 'Text alerts' }).waitFor()
}

async function chooseNumber(page: Page, phone: string): Promise<void> {
  await page.getByLabel('Phone', { exact: true }).fill(phone)
  expect(await faultsAtBothWidths(page)).toEqual([])
  await page.getByRole('button', { name: 'Text me alerts' }).click()
  await page.getByText(/Answer YES to the text we sent to/).waitFor()
  expect(await faultsAtBothWidths(page)).toEqual([])
}

const textTo = (phone: string, part: string) =>
  eventually(async () => (await client.messagesTo(phone, 'sms')).find(({ text }) => text.includes(part)))

async function answerYes(phone: string): Promise<void> {
  const { id } = await textTo(phone, 'Reply YES')
  await client.send('POST', `/sandbox/messages/${id}/replies`, { text: 'YES' })
}
