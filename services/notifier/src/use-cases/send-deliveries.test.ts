import type { DeliveryState } from '@walkon/contracts/http/notifications'
import type { Step } from '@walkon/runtime/provider-answers'
import { describeCallTable } from '@walkon/runtime/provider-calls.contract'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { LeasedDelivery } from '../db/leases.ts'
import { deliveriesOf } from '../jobs/send-deliveries.ts'
import { anAlertEvent, createTestNotifier } from '../testing/notifier.ts'
import { createDeliveryMetrics } from './measure-deliveries.ts'
import { createMetrics } from '@walkon/service/metrics'

const { db, hear, listDeliveries, listPublished, clear, close } = await createTestNotifier()
const table = deliveriesOf(db, createDeliveryMetrics(db, createMetrics('notifier')), 'email')
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
