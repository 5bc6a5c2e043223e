import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser, PHONE } from '../support/browser.ts'
import { threeLongWaits } from '../support/long-waits.ts'
import { openManageLink } from '../support/manage-link.ts'
import { openPage } from '../support/pages.ts'
import { aNumber, buyTexts, isTextsOn } from '../support/texts.ts'
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

test('a visitor pays for texts, confirms on the phone, and is texted until STOP and again after START', async () => {
  const [email, phone] = [aVisitor('texts'), aNumber()]
  const { id: parkId } = await client.parkNamed(/Magic Kingdom/)
  const rides = await threeLongWaits(client, parkId)
  const [first, second, third] = rides
  await buyTexts(client, email, phone)
  const visitor = await openManageLink(client, email)
  await visitor.watchOnly(rides)
  const isNumber = (state: string) =>
    eventually(async () => (await visitor.ways()).numbers.some((number) => number.state === state))
  const texts = () => client.messagesTo(phone, 'sms')
  const nextText = (...parts: string[]) =>
    eventually(async () => (await texts()).find(({ text }) => parts.every((part) => text.includes(part))))

  const problems: string[] = []
  const page = await openPage(browser, PHONE, problems)
  const answer = (text: string) => page.getByRole('button', { name: text, exact: true }).click()
  const question = await nextText('Reply YES')
  await page.goto(`${baseUrl}/sandbox/inbox/${question.id}`)
  await answer('YES')
  await eventually(async () => (await texts()).find(({ text }) => isTextsOn(text)))

  await first.becomeShort()
  await nextText('Reply DONE', first.plainWords)
  await answer('DONE')
  await nextText('Quiet for today', first.plainWords)

  await answer('STOP')
  await page.getByText('You have successfully been unsubscribed').waitFor()
  await isNumber('stopped')
  const told = (await texts()).length
  await second.becomeShort()
  await client.nextMessage(email, (mail) => isAlert(mail) && mail.text.includes(second.name))
  expect(await texts()).toHaveLength(told)

  await answer('START')
  await page.getByText('You have successfully been re-subscribed').waitFor()
  await isNumber('confirmed')
  await third.becomeShort()
  await nextText('Reply DONE', third.plainWords)
  expect(problems).toEqual([])
})

test('the alerts of a text that a carrier refuses are mailed', async () => {
  // The sandbox takes texts to this number, and reports them undelivered with 30007.
  const [email, phone] = [aVisitor('undelivered'), '+15005553007']
  const { id: parkId } = await client.parkNamed(/Magic Kingdom/)
  const [ride] = await threeLongWaits(client, parkId)
  await buyTexts(client, email, phone)
  await (await openManageLink(client, email)).watchOnly([ride])
  const texts = () => client.messagesTo(phone, 'sms')
  const question = await eventually(async () =>
    (await texts()).find(({ text }) => text.includes('Reply YES')),
  )
  await client.send('POST', `/sandbox/messages/${question.id}/replies`, { text: 'YES' })
  await eventually(async () => (await texts()).find(({ text }) => isTextsOn(text)))

  await ride.becomeShort()

  await eventually(async () => (await texts()).find(({ text }) => text.includes(ride.plainWords)))
  const mail = await client.nextMessage(email, (sent) => isAlert(sent) && sent.text.includes(ride.name))
  expect(mail.to).toContain(email)
})
