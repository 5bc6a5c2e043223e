import { connectPostgres } from '@walkon/service/postgres'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leaseQueued } from '../db/deliveries/leases.ts'
import { aLetter } from '../testing/letters.ts'
import { anAlertEvent, createTestNotifier } from '../testing/notifier.ts'
import { startPostmarkServer, type Fault } from '../testing/postmark-server.ts'
import { createTestSenders, HASTY, seededRandom } from '../testing/senders.ts'
import { createPostmark } from '../clients/postmark.ts'
import { STREAMS } from '../testing/settings.ts'

/** None lost, none doubled: counted in the provider's ledger, not by the senders' answers. */

const { db, url, hear, request, countStates, listPublished, clear, close } = await createTestNotifier()
const postmark = await startPostmarkServer()
const startSenders = createTestSenders(connectPostgres, url, { POSTMARK_API_URL: postmark.url })

afterAll(async () => {
  await postmark.close()
  await close()
})

beforeEach(async () => {
  await clear()
  postmark.reset()
})

afterEach(() => postmark.breakHanging())

/** Commits of a few events each, so that there are many calls. */
async function triggerMany(count: number, each = 4): Promise<void> {
  for (let done = 0; done < count; done += each) {
    await hear(Array.from({ length: each }, () => anAlertEvent()))
  }
}

/** Leaves the state of a sender that dies between its lease and its record, before or after the call. */
async function dieWhileSending(limit: number, calls: boolean): Promise<void> {
  const lease = { owner: randomUUID(), limit, leaseSeconds: 0.6 }
  const { leased } = await db.transaction((tx) => leaseQueued(tx, 'email', lease))
  if (!calls) return
  const client = createPostmark({
    apiUrl: postmark.url,
    serverToken: 'x',
    from: 'a@walkon.example',
    streams: STREAMS,
    timeoutSeconds: 5,
  })
  await client.sendBatch(
    leased.map(({ id, address, calledAt }) => ({
      deliveryId: id,
      attemptNo: 1,
      stream: 'alerts',
      calledAt: new Date(calledAt),
      to: address,
      subject: 's',
      html: 'h',
      text: 't',
      tag: 'ride-alerts',
      headers: [],
    })),
  )
}

/** The search is behind by another time at each request: up to date, a little, or by more than the least wait. */
const jumpingLag = (random: () => number) => () => [0, 40, 250][Math.floor(random() * 3)] ?? 0

const KINDS: Fault[] = [
  'error',
  'error-after-accept',
  'timeout',
  'timeout-after-accept',
  'reset',
  'reset-after-accept',
  'malformed-after-accept',
  'truncated-after-accept',
  'short-after-accept',
  'rate-limited',
  'unauthorized',
]

function expectEachOnce(count: number): void {
  const counts = postmark.ledger.counts()
  expect({ sent: counts.length, doubled: counts.filter((times) => times > 1).length }).toEqual({
    sent: count,
    doubled: 0,
  })
}

test('under every fault, crashing senders and a search whose lag jumps at each request, each message is accepted exactly once', async () => {
  const random = seededRandom(7)
  await triggerMany(24, 8)
  await dieWhileSending(6, false)
  await dieWhileSending(6, true)

  postmark.state.lookupLagMs = jumpingLag(random)
  postmark.state.faultOf = () =>
    random() < 0.5 ? (KINDS[Math.floor(random() * KINDS.length)] ?? null) : null
  await startSenders(3, HASTY)
  await triggerMany(160)

  await vi.waitFor(async () => expect(await countStates()).toEqual({ accepted: 184 }), {
    timeout: 240_000,
    interval: 100,
  })
  expectEachOnce(184)
}, 300_000)

test('each end state is published once, however many tries it took', async () => {
  postmark.state.faultOf = (call) => (call < 2 ? 'error-after-accept' : null)
  await startSenders(2)
  await triggerMany(12)

  await vi.waitFor(async () => expect(await countStates()).toEqual({ accepted: 12 }))
  const published = (await listPublished()).map(({ data }) => data['deliveryId'])
  expect(published).toHaveLength(12)
  expect(new Set(published).size).toBe(12)
})

test('a letter in doubt is found at the provider by the tag that it was sent with', async () => {
  postmark.state.faultOf = (call) => (call === 0 ? 'error-after-accept' : null)
  await startSenders(1)
  await request({
    notificationId: randomUUID(),
    recipient: { channel: 'email', address: 'visitor@example.com' },
    notification: aLetter(),
    expiresAt: '2099-01-01T00:00:00Z',
  })

  await vi.waitFor(async () => expect(await countStates()).toEqual({ accepted: 1 }))
  expectEachOnce(1)
})

test('while the provider cannot say whether it has a message, nothing is sent again', async () => {
  postmark.state.faultOf = () => 'timeout-after-accept'
  postmark.state.lookupIsDown = true
  await startSenders(2, HASTY)
  await triggerMany(4)
  await vi.waitFor(() => expect(postmark.searches.length).toBeGreaterThan(8))

  expect(await countStates()).toEqual({ unknown: 4 })
  postmark.state.lookupIsDown = false
  await vi.waitFor(async () => expect(await countStates()).toEqual({ accepted: 4 }))
  expectEachOnce(4)
})

test('a call without effect is made again soon where the search shows later messages, long before the longest wait', async () => {
  postmark.state.faultOf = (call) => (call === 0 ? 'error' : null)
  await startSenders(1, { LOOKUP_WAIT_SECONDS: '300' })
  await triggerMany(1, 1)
  await vi.waitFor(async () => expect(await countStates()).toEqual({ unknown: 1 }))
  // A later message, which the search shows.
  await vi.waitFor(
    async () => {
      await hear([anAlertEvent()])
      expect(await countStates()).not.toHaveProperty('unknown')
    },
    { interval: 100 },
  )
  await vi.waitFor(async () => expect(Object.keys(await countStates())).toEqual(['accepted']))
  expect(Math.max(...postmark.ledger.counts())).toBe(1)
})

test('a call whose message is found is settled at once, long before any wait has ended', async () => {
  postmark.state.faultOf = (call) => (call === 0 ? 'error-after-accept' : null)
  await startSenders(1, { LOOKUP_LEAST_WAIT_SECONDS: '200', LOOKUP_WAIT_SECONDS: '300' })
  await triggerMany(1, 1)

  await vi.waitFor(async () => expect(await countStates()).toEqual({ accepted: 1 }))
  expectEachOnce(1)
})

test('a search that lags longer than the longest wait is the one way to a duplicate, and is counted', async () => {
  postmark.state.faultOf = (call) => (call === 0 ? 'timeout-after-accept' : null)
  postmark.state.lookupLagMs = () => 60_000
  const [metrics] = await startSenders(1, HASTY)
  await triggerMany(1, 1)

  await vi.waitFor(async () => expect(await countStates()).toEqual({ accepted: 1 }))
  expect(postmark.ledger.counts()).toEqual([2])
  // Counted after the state is committed.
  await expect
    .poll(() => metrics?.metrics())
    .toContain('delivery_resend_after_unknown_total{channel="email",service="notifier"} 1')
})

test('one slow call does not hold the others', async () => {
  postmark.state.faultOf = (call) => (call === 0 ? 'timeout' : null)
  const patience = { PROVIDER_TIMEOUT_SECONDS: '30', DELIVERY_LEASE_SECONDS: '60', LOOKUP_WAIT_SECONDS: '60' }
  await startSenders(1, patience)
  await triggerMany(1, 1)
  // The senders are another process, which finds at its next look what this one has committed.
  await vi.waitFor(() => expect(postmark.state.calls).toBe(1))

  await triggerMany(1, 1)
  await vi.waitFor(async () => expect(await countStates()).toEqual({ sending: 1, accepted: 1 }))
  postmark.breakHanging()
})
