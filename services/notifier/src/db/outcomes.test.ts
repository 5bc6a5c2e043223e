import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { DeliveryState } from '@walkon/contracts/http/notifications'
import type { Step } from '../domain/delivery.ts'
import {
  anAlertEvent,
  buildNotifier,
  empty,
  listDeliveries,
  listPublished,
  trigger,
} from '../testing/notifier.ts'
import { migrationsFolder } from './migrations.ts'
import { recordLookUps, recordSteps } from './outcomes.ts'

const { db, drop } = await createTestDatabase('notifier', migrationsFolder)
const { handlers } = buildNotifier(db)
afterAll(drop)
beforeEach(() => empty(db))

const OWNER = randomUUID()
const ANOTHER = randomUUID()

/** A delivery in somebody's hands. */
async function aDelivery(state: DeliveryState, owner: string, observedAt = new Date()): Promise<string> {
  await trigger(db, handlers, [anAlertEvent({ observedAt: observedAt.toISOString() })])
  await db.execute(sql`update deliveries set state = ${state}, lease_owner = ${owner}`)
  return (await listDeliveries(db))[0]!.id
}

const record = (id: string, step: Step) => db.transaction((tx) => recordSteps(tx, OWNER, [{ id, step }]))
const stateOf = async () => (await listDeliveries(db))[0]?.state

const ACCEPTED: Step = { state: 'accepted', providerId: 'p1' }
const LATE_NEWS: Step[] = [
  { state: 'failed', reason: 'late', suppress: null },
  { state: 'queued', reason: 'late', delaySeconds: 0 },
  { state: 'unknown', reason: 'late', delaySeconds: 0 },
]

test.for(LATE_NEWS)('that it is $state is not believed of a sender that has lost its lease', async (step) => {
  const id = await aDelivery('sending', ANOTHER)
  expect(await record(id, step)).toEqual([])
  expect(await stateOf()).toBe('sending')
})

test.for(['queued', 'sending', 'unknown', 'expired'] as const)(
  'that the provider has it is believed of anybody, also of what is %s by now',
  async (state) => {
    const id = await aDelivery(state, ANOTHER)
    await record(id, ACCEPTED)
    expect(await stateOf()).toBe('accepted')
  },
)

test('that the provider has it is recorded and published once', async () => {
  const id = await aDelivery('sending', OWNER)
  await record(id, ACCEPTED)
  await record(id, ACCEPTED)
  expect(await listPublished(db)).toHaveLength(1)
})

test('what the provider does not have is queued again by the one who asked, and by nobody else', async () => {
  const id = await aDelivery('unknown', OWNER)
  expect(await recordLookUps(db, ANOTHER, [{ id, providerId: null }])).toEqual([])
  await recordLookUps(db, OWNER, [{ id, providerId: null }])
  expect(await stateOf()).toBe('queued')
})

test('what the provider does not have ends when it is of no use any more', async () => {
  const id = await aDelivery('unknown', OWNER, new Date(Date.now() - 16 * 60_000))
  await recordLookUps(db, OWNER, [{ id, providerId: null }])
  expect(await listPublished(db)).toMatchObject([{ data: { outcome: 'expired' } }])
})
