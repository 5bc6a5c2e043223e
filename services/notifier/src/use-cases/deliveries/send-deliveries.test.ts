import type { DeliveryState } from '@walkon/contracts/http/notifications'
import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import type { Step } from '@walkon/runtime/provider-answers'
import { describeCallTable } from '@walkon/runtime/provider-calls.contract'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { LeasedDelivery } from '../../db/deliveries/leases.ts'
import { deliveriesOf } from './delivery-table.ts'
import { anAlertEvent, createTestNotifier } from '../../testing/notifier.ts'
import { applyReceipt } from './apply-receipt.ts'
import { createDeliveryMetrics } from '../../metrics/deliveries.ts'

const lines: Record<string, unknown>[] = []
const log = createLog(
  { service: 'notifier', level: 'info' },
  { write: (line) => void lines.push(JSON.parse(line)) },
)
const { db, hear, listDeliveries, listPublished, clear, close } = await createTestNotifier({ log })
const tableMetrics = createMetrics('notifier')
const table = deliveriesOf(db, createDeliveryMetrics(db, tableMetrics, log), 'email')
afterAll(close)
beforeEach(clear)

describeCallTable('deliveries', {
  table,
  queue: async () => hear([anAlertEvent()]),
  states: async () => Object.fromEntries((await listDeliveries()).map(({ id, state }) => [id, state])),
})

const OWNER = randomUUID()
const ANOTHER = randomUUID()

/** A delivery in the hands of a sender. */
async function aDelivery(state: DeliveryState, owner: string, observedAt = new Date()): Promise<string> {
  await hear([anAlertEvent({ observedAt: observedAt.toISOString() })])
  await db.execute(sql`update deliveries set state = ${state}, lease_owner = ${owner}`)
  return (await listDeliveries())[0]!.id
}

const ACCEPTED: Step = { state: 'accepted', providerId: 'p1' }

async function accept(id: string): Promise<void> {
  const call = { id, attemptNo: 1 } as LeasedDelivery
  await table.recordAnswers(OWNER, [{ call, answer: { kind: 'accepted', providerId: 'p1' }, step: ACCEPTED }])
}

test.for(['queued', 'sending', 'unknown', 'expired'] as const)(
  'that the provider has a message is believed of every sender, also when the delivery is %s by now',
  async (state) => {
    const id = await aDelivery(state, ANOTHER)
    await accept(id)
    expect((await listDeliveries())[0]?.state).toBe('accepted')
  },
)

test('that the provider has a message is recorded and published once', async () => {
  const id = await aDelivery('sending', OWNER)
  await accept(id)
  await accept(id)
  expect(await listPublished()).toHaveLength(1)
})

test('a message that the provider does not have ends when it is of no use any more', async () => {
  const id = await aDelivery('unknown', OWNER, new Date(Date.now() - 16 * 60_000))
  await table.recordLookUps(OWNER, [{ id, step: { state: 'queued' } }])
  expect(await listPublished()).toMatchObject([{ data: { outcome: 'expired' } }])
})

test('each step of a delivery is one log line with its id and its trace, and without its address', async () => {
  const event = anAlertEvent({ email: 'ada@example.com' })
  event.event.traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  lines.length = 0
  await hear([event])
  const { leased } = await table.leaseQueued({ owner: OWNER, limit: 1, leaseSeconds: 60 })
  const call = leased[0]!
  await table.recordAnswers(OWNER, [
    {
      call,
      answer: { kind: 'unclear', reason: 'http-500' },
      step: { state: 'unknown', reason: 'http-500', delaySeconds: 0 },
    },
  ])
  await accept(call.id)

  expect(lines.map(({ msg, delivery, trace, reason }) => ({ msg, delivery, trace, reason }))).toEqual(
    ['queued', 'sending', 'unknown', 'accepted'].map((state) => ({
      msg: `delivery ${state}`,
      delivery: call.id,
      trace: '4bf92f3577b34da6a3ce929d0e0e4736',
      reason: state === 'unknown' ? 'http-500' : undefined,
    })),
  )
  expect(JSON.stringify(lines)).not.toContain('ada@example.com')
})

test('the latency of an alert counts once, also when a receipt settles it before its answer', async () => {
  const registry = createMetrics('notifier')
  const metrics = createDeliveryMetrics(db, registry, log)
  const receiving = deliveriesOf(db, metrics, 'email')
  const id = await aDelivery('sending', OWNER, new Date(Date.now() - 20_000))

  const receipt = { kind: 'delivered', deliveryId: id, providerId: 'p1' } as const
  metrics.count(await db.transaction((tx) => applyReceipt(tx, receipt)))
  const call = { id, attemptNo: 1 } as LeasedDelivery
  const answer = { kind: 'accepted', providerId: 'p1' } as const
  await receiving.recordAnswers(OWNER, [{ call, answer, step: ACCEPTED }])

  const text = await registry.metrics()
  expect(text).toMatch(/alert_latency_seconds_bucket\{le="60",service="notifier"\} 1/)
  expect(text).toMatch(/alert_latency_seconds_bucket\{le="15",service="notifier"\} 0/)
})

test('a delivery that stays in doubt is counted and logged once, however often the provider is asked', async () => {
  const id = await aDelivery('sending', OWNER)
  lines.length = 0
  tableMetrics.resetMetrics()
  const step = { state: 'unknown', reason: 'http-500', delaySeconds: 0 } as const
  const call = { id, attemptNo: 1 } as LeasedDelivery
  await table.recordAnswers(OWNER, [{ call, answer: { kind: 'unclear', reason: 'http-500' }, step }])
  for (const owner of [randomUUID(), randomUUID()]) {
    await table.leaseUnknown({ owner, limit: 10, leaseSeconds: 60 })
    await table.recordLookUps(owner, [{ id, step: { state: 'unknown', delaySeconds: 0 } }])
    await db.execute(sql`update deliveries set not_before = now()`)
  }

  expect(lines.map(({ msg }) => msg)).toEqual(['delivery unknown'])
  expect((await tableMetrics.getSingleMetric('delivery_unknown_total')?.get())?.values).toMatchObject([
    { value: 1 },
  ])
})

test('the instant of a lease is the same for the message that it sends and for the doubt about it', async () => {
  await hear([anAlertEvent()])
  const { leased } = await table.leaseQueued({ owner: randomUUID(), limit: 1, leaseSeconds: 0 })
  await table.markLapsed(0)
  const [doubted] = await table.leaseUnknown({ owner: randomUUID(), limit: 1, leaseSeconds: 60 })

  expect(doubted).toMatchObject({ id: leased[0]?.id, calledAt: leased[0]?.calledAt })
})
