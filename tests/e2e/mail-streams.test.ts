import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { createAccount } from '../support/accounts.ts'
import { launchBrowser, PHONE } from '../support/browser.ts'
import { threeLongWaits } from '../support/long-waits.ts'
import { openManageLink } from '../support/manage-link.ts'
import { openPage } from '../support/pages.ts'
import {
  activateAlerts,
  aVisitor,
  createWalkonClient,
  eventually,
  isAlert,
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

test('a complaint ends alert mails for good, and a password reset still arrives', async () => {
  const email = aVisitor('complains')
  const park = await client.parkNamed(/Magic Kingdom/)
  const rides = await threeLongWaits(client, park.id)
  const [first, second] = rides
  await createAccount(client, baseUrl, email, 'Cora Complaint')
  await activateAlerts(client, email, park)
  const visitor = await openManageLink(client, email)
  await visitor.watchOnly(rides)
  await first.becomeShort()
  const alert = await client.nextMessage(email, (mail) => isAlert(mail) && mail.text.includes(first.name))

  await client.send('POST', `/sandbox/messages/${alert.id}/complaint`)
  await eventually(async () => (await visitor.ways()).email.state === 'complained')
  await second.becomeShort()
  const entry = await eventually(async () =>
    (await visitor.history()).find(({ rideId, state }) => rideId === second.rideId && state === 'suppressed'),
  )
  expect(entry.reason).toBe('complained')
  expect((await client.messagesTo(email)).filter((mail) => mail.text.includes(second.name))).toEqual([])

  await client.send('POST', '/auth/v1/recover', { email })
  expect(await client.nextMessage(email, ({ subject }) => /password/i.test(subject ?? ''))).toBeDefined()
})

test('a webhook that is forged with the right password changes nothing', async () => {
  const email = aVisitor('forged')
  await activateAlerts(client, email, await client.parkNamed(/Magic Kingdom/))
  const mail = await client.nextMessage(email, ({ text }) => /manage-alerts\?token=/.test(text))
  const visitor = await openManageLink(client, email)

  const secrets = z
    .object({ postmarkWebhookPassword: z.string() })
    .parse(JSON.parse(await readFile(join(inject('dataDir'), 'secrets.json'), 'utf8')))
  const forge = (password: string) =>
    client.send(
      'POST',
      '/webhooks/postmark',
      { RecordType: 'SpamComplaint', MessageID: mail.id, ID: 999_999, Email: email, MessageStream: 'alerts' },
      { authorization: `Basic ${Buffer.from(`postmark:${password}`).toString('base64')}` },
    )
  expect((await forge('guessed')).status).toBe(401)
  expect((await forge(secrets.postmarkWebhookPassword)).status).toBe(200)

  // Events are applied in their order: once this one is, the forged one was.
  await client.send('POST', '/api/notifications/test-alerts', { channel: 'email' }, visitor.headers)
  const way = await eventually(async () => {
    const { email: found } = await visitor.ways()
    return found.lastTest?.state === 'delivered' && found
  })
  expect(way.state).toBe('ok')
})

test('a visitor sees where alerts go, sends a test alert and reads that it arrived', async () => {
  const email = aVisitor('tests')
  await activateAlerts(client, email, await client.parkNamed(/Magic Kingdom/))
  const { token } = await openManageLink(client, email)

  const problems: string[] = []
  const page = await openPage(browser, PHONE, problems)
  await page.goto(`${baseUrl}/manage-alerts?token=${token}`)
  const ways = page.getByRole('region', { name: 'Where your alerts go' })
  await ways.getByText('t•••@visitors.example').waitFor()
  await ways.getByRole('button', { name: 'Send a test alert by email' }).click()
  await ways.getByText('Test alert delivered.').waitFor()

  const arrived = await client.nextMessage(email, ({ subject }) => subject?.startsWith('Test alert') ?? false)
  expect(arrived.headers).toHaveProperty('List-Unsubscribe')
  expect(problems).toEqual([])
})
