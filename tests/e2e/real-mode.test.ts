import { freePort } from '@walkon/postgres/server'
import { historyList } from '@walkon/contracts/http/notifications'
import { REPLAYED_PARK, startReplayFeed } from '@walkon/sandbox/replay/replay-feed'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../support/accounts.ts'
import { guardConnections } from '../support/connections.ts'
import { createDataFolder, removeDataFolder } from '../support/data-folder.ts'
import { connectHeld } from '../support/held-database.ts'
import { startMailbox } from '../support/mailbox.ts'
import { endGroup, npmStart, type StartedProduct } from '../support/npm-start.ts'
import { createWalkonClient, eventually, isAlert, todayIn, tokenInLink } from '../support/walkon-client.ts'

/** `MODE=real` as an operator starts it: a feed that replays recorded answers, and a real mail server, on this machine. */

const dataDir = await createDataFolder('real')
const port = await freePort()
const feed = await startReplayFeed(() => new Date())
const mailbox = await startMailbox()
const guard = guardConnections('infra/local/src/main.ts', join(dataDir, 'connections'))
const client = createWalkonClient(`http://localhost:${port}`)

const VISITOR = 'ada@visitors.example'
const TRON = '5a43d1a7-ad53-4d25-abfe-25625f0da304'
const DWARFS = '9d4d5229-7142-44b6-b4fb-528920969a2c'
const MANSION = '2551a77d-023f-4ab1-9a19-8afec0190f39'
const CRUISE = '796b0a25-c51e-456e-9bb8-50a324e301b3'

let product: StartedProduct
const start = async () => {
  product = await npmStart({
    dataDir,
    port,
    env: {
      MODE: 'real',
      POLL_SECONDS: '2',
      PARK_FEED_URL: feed.url,
      SMTP_URL: mailbox.url,
      SUPPORT_EMAIL: 'operator@walkon.example',
      ALLOWED_EMAILS: '@visitors.example',
      MAIL_FROM: 'Walkon <walkon@walkon.example>',
      POSTAL_ADDRESS: 'Ada, 1 Example Street, Orlando',
      ...guard.env,
    },
  })
}
const kill = () => endGroup(product.process, 'SIGKILL')

beforeAll(start)
afterAll(async () => {
  await product?.stop()
  await Promise.all([feed.close(), mailbox.close()])
  await removeDataFolder(dataDir)
})

const waitOf = async (rideId: string) =>
  (await client.board(REPLAYED_PARK)).find((ride) => ride.rideId === rideId)?.waitMinutes
const alertsOf = (ride: string) =>
  mailbox.messagesTo(VISITOR).filter((message) => isAlert(message) && message.text.includes(ride))

let manageToken: string
const historyOf = async (rideId: string) => {
  const headers = { authorization: `Bearer ${manageToken}` }
  const { body } = await client.send('GET', '/api/notifications/history', undefined, headers)
  return historyList.parse(body).filter((entry) => entry.rideId === rideId)
}

/** In place of the wait for the end of what the killed processes had leased. */
async function endLeases(): Promise<void> {
  const { sql, end } = connectHeld(dataDir, 'notifier')
  const ended = await sql`
    update notifier.deliveries set lease_until = now() where state = 'sending' and channel = 'email' returning id`
  await end()
  expect(ended.length).toBeGreaterThan(0)
}

test('a visitor signs up, takes a free day with chosen rides, and has the alert in the mailbox', async () => {
  await createAccount(mailbox, product.url, VISITOR, 'Ada Visitor')
  await eventually(async () => (await waitOf(TRON)) === 65)
  const asked = await client.send('POST', '/api/billing/activations', {
    email: VISITOR,
    parkId: REPLAYED_PARK,
    dates: [todayIn('America/New_York')],
    watches: [TRON, DWARFS, MANSION, CRUISE].map((rideId) => ({ rideId })),
  })
  expect(asked).toMatchObject({ status: 202, body: { status: 'confirmation-sent' } })
  const letter = await mailbox.nextMessage(VISITOR, ({ text }) => text.includes('/confirm-alerts'))
  const token = tokenInLink(letter, '/confirm-alerts')
  const confirmed = await client.send('POST', '/api/billing/activations/confirm', { token })
  expect(confirmed.status).toBe(200)
  manageToken = (confirmed.body as { manageToken: string }).manageToken

  feed.setWait(TRON, 10)
  const alert = await mailbox.nextMessage(VISITOR, isAlert)
  expect(alert.text).toContain('TRON')
  expect(alert.text).toContain('10 min')
  expect(alertsOf('Dumbo')).toEqual([])
})

test('a feed that refuses, fails, lingers and gives a ride another id is read again when it answers', async () => {
  feed.meet({ status: 404 }, { status: 429, retryAfterSeconds: 1 }, { status: 500 }, { slowMs: 500 })
  feed.setWait(DWARFS, 40)
  await eventually(async () => (await waitOf(DWARFS)) === 40)
  expect(feed.faultsLeft()).toBe(0)

  const moved = DWARFS.replace(/^9/, '8')
  feed.changeId(DWARFS, moved)
  await eventually(async () => (await waitOf(moved)) === 40)
  const contacts = new Set(feed.requests.map(({ userAgent }) => userAgent?.match(/; (.+)\)/)?.[1]))
  expect([...contacts]).toEqual(['operator@walkon.example'])
})

test('killed before a mail is handed over, it goes once; killed in doubt, it is listed as in doubt and not mailed again', async () => {
  const begun = mailbox.state.begun
  mailbox.state.faultOf = () => 'hang-before-message'
  feed.setWait(MANSION, 5)
  await eventually(async () => mailbox.state.begun > begun)
  await kill()

  mailbox.state.faultOf = () => 'hang-after-accept'
  await start()
  feed.setWait(CRUISE, 5)
  await eventually(async () => alertsOf('Jungle Cruise').length === 1)
  await kill()

  mailbox.state.faultOf = () => null
  await start()
  await endLeases()
  await eventually(async () => (await historyOf(CRUISE)).some(({ reason }) => reason === 'in-doubt'))
  await eventually(async () => (await historyOf(MANSION)).some(({ state }) => /accepted|failed/.test(state)))

  expect(alertsOf('Jungle Cruise')).toHaveLength(1)
  expect(alertsOf('Haunted Mansion')).toHaveLength(1)
})

test('it connects to no host but those of its settings', () => {
  expect(guard.hosts()).toEqual(['127.0.0.1'])
})

test('the guard sees a host that is none of its settings', async () => {
  const program = join(dataDir, 'stranger.mjs')
  await writeFile(program, `await fetch('http://stranger.example').catch(() => {})`)
  const other = guardConnections('stranger.mjs', join(dataDir, 'other-connections'))
  await promisify(execFile)(process.execPath, [program], { env: { ...process.env, ...other.env } })
  expect(other.hosts()).toEqual(['stranger.example'])
})
