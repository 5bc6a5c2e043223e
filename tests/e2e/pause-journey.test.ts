import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { accessibilityProblems } from '../support/accessibility.ts'
import { launchBrowser, PHONE } from '../support/browser.ts'
import { threeLongWaits } from '../support/long-waits.ts'
import { openPage } from '../support/pages.ts'
import { parkInTheDay } from '../support/park-in-the-day.ts'
import {
  activateAlerts,
  aVisitor,
  createWalkonClient,
  eventually,
  isAlert,
  tokenInLink,
} from '../support/walkon-client.ts'

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

test('a visitor who pauses is not alerted of a short ride, and after resuming is by the next reading', async () => {
  const park = await parkInTheDay(client)
  const [paused, other] = [aVisitor('paused'), aVisitor('awake')]
  const [ride] = await threeLongWaits(client, park.id)
  await activateAlerts(client, paused, park)
  await activateAlerts(client, other, park)
  const alertsOf = async (email: string) =>
    (await client.messagesTo(email)).filter((message) => isAlert(message) && message.text.includes(ride.name))

  const problems: string[] = []
  const page = await openPage(browser, PHONE, problems)
  const mail = await client.nextMessage(paused, ({ text }) => /manage-alerts\?token=/.test(text))
  await page.goto(`${baseUrl}/manage-alerts?token=${tokenInLink(mail, '/manage-alerts')}`)
  await page.getByRole('button', { name: 'Pause for today' }).click()
  await page.getByText('Paused for today').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])

  await ride.becomeShort()
  await eventually(async () => (await alertsOf(other)).length > 0)
  await client.polls(park.id)
  expect(await alertsOf(paused)).toEqual([])

  await page.reload()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('Your alerts are on again').waitFor()
  await eventually(async () => (await alertsOf(paused)).length > 0)
  expect(await alertsOf(other)).toHaveLength(1)
  expect(problems).toEqual([])
})
