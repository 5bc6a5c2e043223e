import { connectPostgres } from '@walkon/service/postgres'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { recordHandOver } from '../db/deliveries/hand-overs.ts'
import { leaseQueued } from '../db/deliveries/leases.ts'
import { aLetter } from '../testing/letters.ts'
import { anAlertEvent, createTestNotifier } from '../testing/notifier.ts'
import { startSmtpServer, type SmtpFault } from '../testing/smtp-server.ts'
import { createTestSenders, seededRandom } from '../testing/senders.ts'
import { bySmtp } from '../testing/settings.ts'

/** Mails by SMTP: no alert twice, and each that may be missing is named. Counted in the server's mailbox. */

const { db, url, hear, request, countStates, listDeliveries, clear, close } = await createTestNotifier()
const server = await startSmtpServer()
const startSenders = createTestSenders(connectPostgres, url, bySmtp(server.url))

afterAll(async () => {
  await server.close()
  await close()
})

beforeEach(async () => {
  await clear()
  server.reset()
})

const requestLetter = (email = 'visitor@example.com') =>
  request({
    notificationId: randomUUID(),
    recipient: { channel: 'email', address: email },
    expiresAt: '2099-01-01T00:00:00Z',
    notification: aLetter(),
  })

const patiently = <Value>(check: () => Value | Promise<Value>) =>
  vi.waitFor(check, { timeout: 30_000, interval: 50 })

/** A sender that dies between its lease and its record, before or after the hand-over of its mail. */
async function dieWhileSending({ isHandedOver }: { isHandedOver: boolean }): Promise<void> {
  const lease = { owner: randomUUID(), limit: 1, leaseSeconds: 0.5 }
  const { leased } = await db.transaction((tx) => leaseQueued(tx, 'email', lease))
  for (const { id: deliveryId, attemptNo } of leased)
    if (isHandedOver) expect(await recordHandOver(db, { deliveryId, attemptNo })).toBe(true)
}

test('an alert arrives, and is accepted', async () => {
  await hear([anAlertEvent({ email: 'ada@example.com' })])
  await startSenders(1)

  await patiently(async () => expect(await countStates()).toEqual({ accepted: 1 }))
  expect(server.taken).toMatchObject([{ to: 'ada@example.com' }])
})

test('an alert whose answer is lost is not mailed again, and ends in doubt', async () => {
  server.state.faultOf = (mail) => (mail === 0 ? 'drop-after-accept' : null)
  await hear([anAlertEvent()])
  await startSenders(2)

  await patiently(async () =>
    expect(await listDeliveries()).toMatchObject([{ state: 'failed', lastError: 'in-doubt', content: null }]),
  )
  expect(server.taken).toHaveLength(1)
})

test('an alert whose sender dies after its hand-over began is not mailed again, and ends in doubt', async () => {
  await hear([anAlertEvent()])
  await dieWhileSending({ isHandedOver: true })
  await startSenders(2)

  await patiently(async () =>
    expect(await listDeliveries()).toMatchObject([{ state: 'failed', lastError: 'in-doubt' }]),
  )
  expect(server.taken).toEqual([])
})

test('an alert whose sender dies before its hand-over is sent', async () => {
  await hear([anAlertEvent()])
  await dieWhileSending({ isHandedOver: false })
  await startSenders(2)

  await patiently(async () => expect(await countStates()).toEqual({ accepted: 1 }))
  expect(server.taken).toHaveLength(1)
})

test('a letter whose answer is lost goes once more, with the same message id, and then never again', async () => {
  server.state.faultOf = () => 'drop-after-accept'
  await requestLetter()
  await startSenders(2)

  await patiently(async () =>
    expect(await listDeliveries()).toMatchObject([{ state: 'failed', lastError: 'in-doubt' }]),
  )
  expect(server.taken).toHaveLength(2)
  expect(new Set(server.taken.map(({ messageId }) => messageId)).size).toBe(1)
})

test('a sender that has lost its lease hands over nothing', async () => {
  await hear([anAlertEvent()])
  const lease = { owner: randomUUID(), limit: 1, leaseSeconds: 0 }
  const { leased } = await db.transaction((tx) => leaseQueued(tx, 'email', lease))

  const [{ id: deliveryId, attemptNo } = { id: '', attemptNo: 0 }] = leased
  expect(await recordHandOver(db, { deliveryId, attemptNo })).toBe(false)
})

test('a mailbox that is refused gets nothing more', async () => {
  server.state.faultOf = () => ({ at: 'recipient', reply: '550 5.1.1 No such user' })
  await requestLetter('gone@example.com')
  await startSenders(1)
  await patiently(async () => expect(await countStates()).toEqual({ failed: 1 }))

  server.state.faultOf = () => null
  await hear([anAlertEvent({ email: 'gone@example.com' })])
  await patiently(async () => expect(await countStates()).toEqual({ failed: 1, suppressed: 1 }))
  expect(server.taken).toEqual([])
})

test('an address that the operator has not listed gets no mail, and its neighbours get theirs', async () => {
  await hear([anAlertEvent({ email: 'ada@example.org' }), anAlertEvent({ email: 'eve@example.com' })])
  await startSenders(1, { ALLOWED_EMAILS: '@example.org' })

  await patiently(async () => expect(await countStates()).toEqual({ accepted: 1, failed: 1 }))
  expect(server.taken).toMatchObject([{ to: 'ada@example.org' }])
})

test('a mailbox that allows few mails a minute gets no more', async () => {
  await Promise.all(Array.from({ length: 3 }, () => requestLetter(`${randomUUID()}@example.com`)))
  await startSenders(2, { MAILS_PER_MINUTE: '1' })
  await patiently(() => expect(server.taken).toHaveLength(1))

  // The bucket is full again after a minute: the spent part is in the table, for all processes.
  const [rate] = await db.execute<{ free: number }>(sql`
    select free from shared_rates where rate = 'email'`)
  expect(rate?.free).toBeLessThan(1)
  expect(await countStates()).toMatchObject({ queued: 2 })
})

const KINDS: (SmtpFault | null)[] = [
  null,
  null,
  { at: 'mail', reply: '451 4.3.0 Busy' },
  { at: 'recipient', reply: '450 4.2.1 Greylisted' },
  { at: 'data', reply: '421 4.3.2 Shutting down' },
  'drop-before-message',
  'drop-after-accept',
]

test('of many alerts with faults of every kind none arrives twice, and each that is missing is in doubt', async () => {
  const random = seededRandom(43)
  server.state.faultOf = (mail) => (mail < 60 ? (KINDS[Math.floor(random() * KINDS.length)] ?? null) : null)
  for (let commit = 0; commit < 8; commit++) await hear(Array.from({ length: 4 }, () => anAlertEvent()))
  await startSenders(2)

  await patiently(async () => {
    const states = await countStates()
    expect((states['accepted'] ?? 0) + (states['failed'] ?? 0)).toBe(32)
  })
  const arrivals = server.taken.map(({ to }) => to)
  expect(new Set(arrivals).size).toBe(arrivals.length)
  const ended = await listDeliveries()
  const missing = ended.filter(({ address }) => !arrivals.includes(address))
  expect(missing.filter(({ lastError }) => lastError !== 'in-doubt')).toEqual([])
  expect(ended.filter(({ state }) => state === 'accepted').length).toBeGreaterThan(10)
}, 60_000)
