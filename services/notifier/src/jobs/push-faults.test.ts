import { connectPostgres } from '@walkon/service/postgres'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPushChannel } from '../channels/push.ts'
import { createPushTokens } from '../channels/push-tokens.ts'
import { createPushServices } from '../clients/push-services.ts'
import { createWebPush } from '../clients/web-push.ts'
import { leaseQueued } from '../db/deliveries/leases.ts'
import { insertTestDevice } from '../testing/devices.ts'
import { anAlertEvent, createTestNotifier, KEYS } from '../testing/notifier.ts'
import { startPushServer, type PushFault } from '../testing/push-server.ts'
import { createTestSenders, HASTY, seededRandom } from '../testing/senders.ts'
import { createVapidKeys } from '../use-cases/push/find-vapid-keys.ts'

/** None lost: counted in the push service's ledger, not by the senders' answers. A second push of one topic replaces the first. */

const { db, url, hear, clear, close } = await createTestNotifier()
const pushes = await startPushServer()
const startSenders = createTestSenders(connectPostgres, url, {
  PUSH_TEST_ORIGINS: pushes.url,
  PUSH_PAUSE_SECONDS: '60',
  POSTMARK_API_URL: 'http://127.0.0.1:9',
})
afterAll(async () => {
  await pushes.close()
  await close()
})
beforeEach(async () => {
  await clear()
  pushes.reset()
})
afterEach(() => pushes.breakHanging())

const PATIENCE = { interval: 100 }

/** Alerts to as many visitors with a device each. Returns the ids of the devices. */
async function triggerMany(count: number, path = ''): Promise<string[]> {
  const ids: string[] = []
  const events = []
  for (let index = 0; index < count; index++) {
    const email = `visitor-${randomUUID()}@example.com`
    ids.push(await insertTestDevice(db, email, `${pushes.url}/${path}${randomUUID()}`))
    events.push(anAlertEvent({ email }))
  }
  for (let done = 0; done < count; done += 4) await hear(events.slice(done, done + 4))
  return ids
}

async function statesOfPushes(): Promise<Record<string, number>> {
  const rows = await db.execute<{ state: string; count: number }>(sql`
    select state, count(*)::int as count from deliveries where channel = 'push' group by state`)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

const settled = (
  states: Record<string, number>,
  patience: { timeout?: number; interval: number } = PATIENCE,
) => vi.waitFor(async () => expect(await statesOfPushes()).toEqual(states), patience)

/** Leaves the state of a sender that dies between its lease and its record, after the call if it makes one. */
async function dieWhileSending(limit: number, calls: boolean): Promise<void> {
  const lease = { owner: randomUUID(), limit, leaseSeconds: 0.6 }
  const { leased } = await db.transaction((tx) => leaseQueued(tx, 'push', lease))
  if (!calls) return
  const now = () => new Date()
  const webPush = createWebPush({
    vapidKeys: createVapidKeys(db, KEYS),
    subject: 'https://walkon.example',
    services: createPushServices({ pauseSeconds: 60, now }),
    testOrigins: [pushes.url],
    timeoutSeconds: 5,
    now,
  })
  const channel = createPushChannel({
    webPush,
    tokens: createPushTokens(KEYS),
    alertMinutes: 15,
    retrySeconds: 1,
    now,
  })
  await channel.send(await Promise.all(leased.map(channel.write)))
}

const KINDS: PushFault[] = [
  'error',
  'error-after-accept',
  'timeout',
  'timeout-after-accept',
  'reset',
  'reset-after-accept',
  'rate-limited',
]

/** The value of a counter of channel push, over all senders. A state is counted after it is committed. */
async function totalOf(metrics: { metrics(): Promise<string> }[], name: string): Promise<number> {
  const texts = await Promise.all(metrics.map((each) => each.metrics()))
  const values = texts.map(
    (text) => new RegExp(`^${name}\\{[^}]*channel="push"[^}]*\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
  )
  return values.reduce((sum: number, value) => sum + Number(value), 0)
}

test('under every fault and with crashing senders, each push is accepted, and each resend is counted', async () => {
  const random = seededRandom(13)
  await triggerMany(16)
  await dieWhileSending(4, false)
  await dieWhileSending(4, true)
  // Later calls succeed: with bad luck a push would otherwise wait for longer than the test.
  pushes.state.faultOf = (call) =>
    call < 100 && random() < 0.5 ? (KINDS[Math.floor(random() * KINDS.length)] ?? null) : null
  const metrics = await startSenders(2, HASTY)
  await triggerMany(64)

  await settled({ accepted: 80 }, { ...PATIENCE, timeout: 240_000 })
  const counts = pushes.counts()
  expect(counts).toHaveLength(80)
  const resent = counts.reduce((sum, times) => sum + times - 1, 0)
  await expect
    .poll(() => totalOf(metrics, 'delivery_resend_after_unknown_total'))
    .toBeGreaterThanOrEqual(resent)
}, 300_000)

test('all senders take the turns of their pushes from one rate, one after the other', async () => {
  await triggerMany(2)
  await db.execute(sql`insert into shared_rates (rate, free, filled_at) values ('push', 1, now())`)
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from shared_rates where rate = 'push' for update`)
    await startSenders(2)
    await vi.waitFor(
      async () =>
        expect(
          await db.execute(sql`
            select application_name as sender from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' order by sender`),
        ).toEqual([{ sender: 'sender-0' }, { sender: 'sender-1' }]),
      PATIENCE,
    )
    expect(pushes.state.calls).toBe(0)
  })

  await settled({ accepted: 2 })
})

test('a push says how long it is of use, is urgent, signed and encrypted, and its resend has the same topic', async () => {
  pushes.state.faultOf = (call) => (call === 0 ? 'error-after-accept' : null)
  await startSenders(1)
  await triggerMany(1)

  await settled({ accepted: 1 })
  expect(pushes.counts()).toEqual([2])
  const [push] = pushes.accepted
  expect(push).toMatchObject({ urgency: 'high', 'content-encoding': 'aes128gcm' })
  expect(push?.topic).toMatch(/^[\w-]{32}$/)
  expect(push?.authorization).toMatch(/^vapid t=/)
  expect(push?.ttl).toBeGreaterThan(800)
  expect(push?.ttl).toBeLessThanOrEqual(900)
  expect(push?.bytes).toBeLessThan(4_096)
})

test.for([404, 410])(
  'a push answered with %i deletes the device, and what is queued for the device ends',
  async (status) => {
    pushes.state.answerOf = () => ({ status })
    const [id] = await triggerMany(1)
    const email = sql`(select email from deliveries where address = ${id ?? ''} limit 1)`
    await db.execute(sql`
    insert into deliveries (id, source, source_id, email, channel, address, address_hash, content, not_before, expires_at, requested_at)
    select gen_random_uuid(), 'test', gen_random_uuid(), ${email}, 'push', ${id ?? ''}, 'x', '{"kind":"test-alert"}',
      now() + interval '1 minute', now() + interval '5 minutes', now()`)
    await startSenders(1)

    await settled({ failed: 1, suppressed: 1 })
    expect(await db.execute(sql`select from push_devices`)).toHaveLength(0)
  },
)

test('a device that has another endpoint by the time its old one is called dead stays', async () => {
  const [id] = await triggerMany(1)
  pushes.state.beforeAnswer = async () => {
    await db.execute(sql`update push_devices set endpoint_hash = 'renewed' where id = ${id ?? ''}::uuid`)
  }
  pushes.state.answerOf = () => ({ status: 410 })
  await startSenders(1)

  await settled({ failed: 1 })
  expect(await db.execute(sql`select from push_devices`)).toHaveLength(1)
})

test.for([400, 401, 403, 413, 302, 307])(
  'a push answered with %i ends, and the device stays for the next one',
  async (status) => {
    const elsewhere = `${pushes.url}/elsewhere`
    pushes.state.answerOf = (path) =>
      path === '/elsewhere' ? null : { status, headers: { location: elsewhere } }
    await triggerMany(1)
    await startSenders(1)

    await settled({ failed: 1 })
    expect(pushes.state.calls).toBe(1)
    expect(await db.execute(sql`select from push_devices`)).toHaveLength(1)
  },
)

test('a push answered with 429 is sent again when the service has asked for it, and not before', async () => {
  pushes.state.answerOf = () => ({ status: 429, headers: { 'retry-after': '600' } })
  await triggerMany(1)
  await startSenders(1)

  await vi.waitFor(
    async () =>
      expect(
        await db.execute(
          sql`select last_error as reason from deliveries where channel = 'push' and not_before > now() + interval '9 minutes'`,
        ),
      ).toEqual([{ reason: 'push-429' }]),
    PATIENCE,
  )
})

test('a device that was made with another key stops no other, however often it refuses', async () => {
  pushes.state.answerOf = (path) => (path.startsWith('/other') ? { status: 403 } : null)
  const email = 'visitor@example.com'
  await insertTestDevice(db, email, `${pushes.url}/other`)
  for (let alerts = 0; alerts < 6; alerts++) await hear([anAlertEvent({ email })])
  await triggerMany(1)
  const metrics = await startSenders(1, { PUSH_CONCURRENCY: '1' })

  await settled({ failed: 6, accepted: 1 })
  expect(pushes.state.calls).toBe(7)
  expect(await totalOf(metrics, 'provider_configuration_errors_total')).toBe(0)
})

test('a push service that refuses the devices of five visitors in a row is not called for a while, and is counted', async () => {
  pushes.state.answerOf = () => ({ status: 403 })
  const metrics = await startSenders(1, { PUSH_CONCURRENCY: '1' })
  await triggerMany(8)

  await settled({ failed: 8 })
  expect(pushes.state.calls).toBe(5)
  await expect.poll(() => totalOf(metrics, 'provider_configuration_errors_total')).toBe(1)
})

test('an endpoint that is on no list is not called, also where the row has it', async () => {
  await triggerMany(1)
  await startSenders(1, { PUSH_TEST_ORIGINS: 'http://127.0.0.1:1' })

  await settled({ failed: 1 })
  expect(pushes.state.calls).toBe(0)
})
