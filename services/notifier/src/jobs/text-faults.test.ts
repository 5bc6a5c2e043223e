import { hashAddress } from '@walkon/service/address-hash'
import { connectPostgres } from '@walkon/service/postgres'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTwilio } from '../clients/twilio.ts'
import { toStatusUrl } from '../clients/twilio-webhook.ts'
import { leaseQueued } from '../db/deliveries/leases.ts'
import { createTextLinks } from '../channels/text-links.ts'
import { aTextPass, createTestNotifier, KEYS, textedEvent } from '../testing/notifier.ts'
import { createTestSenders, HASTY, seededRandom } from '../testing/senders.ts'
import { startTwilioServer, type TextFault } from '../testing/twilio-server.ts'

/** None lost, none doubled: counted in Twilio's ledger, not by the senders' answers. */
const { db, url, hear, suppress, confirmNumbers, countStates, clear, close } = await createTestNotifier()
const twilio = await startTwilioServer()
const startSenders = createTestSenders(connectPostgres, url, {
  TWILIO_API_URL: twilio.url,
  TEXT_PAUSE_SECONDS: '0.1',
})
afterAll(async () => {
  await twilio.close()
  await close()
})
beforeEach(async () => {
  await clear()
  twilio.reset()
})
afterEach(() => twilio.breakHanging())

/** Alerts to as many confirmed numbers. */
async function triggerMany(count: number): Promise<void> {
  const events = Array.from({ length: count }, () => textedEvent())
  await confirmNumbers(events)
  for (let done = 0; done < count; done += 4) await hear(events.slice(done, done + 4))
}

/** Leaves the state of a sender that dies between its lease and its record, after the call if it makes one. */
async function dieWhileSending(limit: number, calls: boolean): Promise<void> {
  const lease = { owner: randomUUID(), limit, leaseSeconds: 0.6 }
  const { leased } = await db.transaction((tx) => leaseQueued(tx, 'sms', lease))
  if (!calls) return
  const links = createTextLinks({ publicUrl: 'https://walkon.example', keys: KEYS })
  const client = createTwilio({
    apiUrl: twilio.url,
    accountSid: 'AC1',
    authToken: 'x',
    messagingServiceSid: 'MG1',
    statusUrl: (id) => toStatusUrl('https://walkon.example', id),
    timeoutSeconds: 5,
  })
  for (const { id, address } of leased)
    await client.send({
      deliveryId: id,
      to: address,
      body: `Hi ${links.urlOf(id)}`,
      validitySeconds: 60,
      retryOf: null,
    })
}

const KINDS: TextFault[] = [
  'error',
  'error-after-accept',
  'timeout',
  'timeout-after-accept',
  'reset',
  'reset-after-accept',
  'malformed-after-accept',
  'rate-limited',
  'unauthorized',
]

function expectEachOnce(count: number): void {
  const counts = twilio.counts()
  expect({ sent: counts.length, doubled: counts.filter((times) => times > 1).length }).toEqual({
    sent: count,
    doubled: 0,
  })
}

test('under every fault, crashing senders and a list whose lag jumps, each alert is texted once or, after a refusal of our configuration, mailed once', async () => {
  const random = seededRandom(11)
  await triggerMany(16)
  await dieWhileSending(4, false)
  await dieWhileSending(4, true)
  twilio.state.lookupLagMs = () => [0, 40, 250][Math.floor(random() * 3)] ?? 0
  twilio.state.faultOf = () => (random() < 0.5 ? (KINDS[Math.floor(random() * KINDS.length)] ?? null) : null)
  await startSenders(2, HASTY)
  await triggerMany(64)

  const ended = async () => {
    const { accepted = 0, suppressed = 0, ...others } = await countTexts()
    expect({ ended: accepted + suppressed, others }).toEqual({ ended: 80, others: {} })
    return { accepted, suppressed }
  }
  const { accepted, suppressed } = await vi.waitFor(ended, { timeout: 240_000, interval: 100 })
  expectEachOnce(accepted)
  expect(await listMailedTexts()).toHaveLength(suppressed)
  const texted = new Set(twilio.accepted.map(({ deliveryId }) => deliveryId))
  expect((await listMailedTexts()).filter((id) => texted.has(id))).toEqual([])
}, 300_000)

test('while Twilio cannot say whether it has a text, it is not sent again', async () => {
  twilio.state.faultOf = () => 'timeout-after-accept'
  twilio.state.lookupIsDown = true
  await startSenders(1, HASTY)
  await triggerMany(2)

  await vi.waitFor(() => expect(twilio.state.lookups).toBeGreaterThan(4))
  expect(await countStates()).toEqual({ unknown: 2 })
  twilio.state.lookupIsDown = false
  await vi.waitFor(async () => expect(await countStates()).toEqual({ accepted: 2 }))
  expectEachOnce(2)
})

test('a refusal of our configuration stops the channel and is counted, and every alert is mailed once', async () => {
  twilio.state.refusalOf = () => 20003
  const [metrics] = await startSenders(1, { TEXT_PAUSE_SECONDS: '60', TEXT_CONCURRENCY: '1' })
  await triggerMany(4)

  await vi.waitFor(async () => expect(await countTexts()).toEqual({ suppressed: 4 }))
  // Counted after the state is committed.
  await expect
    .poll(() => metrics?.metrics())
    .toContain(
      'provider_configuration_errors_total{channel="sms",reason="twilio-20003",service="notifier"} 1',
    )
  expect(twilio.state.calls).toBe(1)
  expect(
    await db.execute(sql`
    select count(*)::int as mails, count(distinct address)::int as visitors from deliveries where channel = 'email'`),
  ).toEqual([{ mails: 4, visitors: 4 }])
})

test('a code that we do not know is counted, its alert is mailed, and other texts go on', async () => {
  twilio.state.refusalOf = () => (twilio.state.calls === 1 ? 99999 : null)
  const [metrics] = await startSenders(1, { TEXT_PAUSE_SECONDS: '60', TEXT_CONCURRENCY: '1' })
  await triggerMany(3)

  await vi.waitFor(async () => expect(await countTexts()).toEqual({ accepted: 2, failed: 1 }))
  await expect.poll(() => metrics?.metrics()).toContain('reason="twilio-99999",service="notifier"} 1')
  expect(await db.execute(sql`select from deliveries where channel = 'email'`)).toHaveLength(1)
})

/** The texts in whose place a mail went, once for each mail. */
async function listMailedTexts(): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select source_id as id from deliveries where channel = 'email' and source = 'alert'`)
  return rows.map(({ id }) => id)
}

async function countTexts(): Promise<Record<string, number>> {
  const rows = await db.execute<{ state: string; count: number }>(sql`
    select state, count(*)::int as count from deliveries where channel = 'sms' group by state`)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

test.for([
  [21211, 'invalid'],
  [21614, 'invalid'],
  [21610, 'unsubscribed'],
] as const)('after %i the number is not written to any more', async ([code, reason]) => {
  twilio.state.refusalOf = () => code
  await startSenders(1)
  await triggerMany(1)

  await vi.waitFor(async () => expect(await countTexts()).toEqual({ failed: 1 }))
  expect(await db.execute(sql`select channel, reason from suppressions`)).toEqual([
    { channel: 'sms', reason },
  ])
})

test('after STOP not even a question leaves, whenever it was queued', async () => {
  const pass = aTextPass()
  await suppress({
    channel: 'sms',
    addressHash: hashAddress('+14075550123'),
    reason: 'unsubscribed',
    scope: 'all',
  })
  await hear([pass])
  await startSenders(1)

  await vi.waitFor(async () => expect(await countStates()).toEqual({ suppressed: 1 }))
  expect(twilio.accepted).toEqual([])
})

test('after 30007 the text is over, and the number is written to again', async () => {
  twilio.state.refusalOf = () => 30007
  await startSenders(1)
  await triggerMany(1)

  await vi.waitFor(async () => expect(await countTexts()).toEqual({ failed: 1 }))
  expect(await db.execute(sql`select from suppressions`)).toHaveLength(0)
})
