import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { anAlertEvent, createTestNotifier } from '../../testing/notifier.ts'
import { createDeliveryMetrics } from '../../metrics/deliveries.ts'
import { deliveriesOf } from './delivery-table.ts'
import { withdrawTextsOlderThan } from './send-deliveries.ts'

const { db, hear, clear, close } = await createTestNotifier()
const metrics = createDeliveryMetrics(
  db,
  createMetrics('notifier'),
  createLog({ service: 'test', level: 'silent' }),
)
afterAll(close)
beforeEach(async () => {
  await clear()
  await db.execute(sql`delete from shared_rates`)
})

const LEASED_AT_ONCE = 4

const openTable = (perSecond?: number) => {
  const { leaseQueued } = deliveriesOf(db, metrics, 'email', perSecond)
  return () => leaseQueued({ owner: randomUUID(), limit: LEASED_AT_ONCE, leaseSeconds: 60 })
}

test('a sender without a delivery that is due writes nothing, so that it commits nothing to disk', async () => {
  await hear([anAlertEvent()])
  await db.execute(sql`update deliveries set not_before = now() + interval '1 minute'`)

  expect(await openTable(10)()).toEqual({ leased: [], hasMore: false })
  expect(await db.execute(sql`select from shared_rates`)).toEqual([])
})

test.for([{ perSecond: undefined }, { perSecond: 1_000 }])(
  'a lease that was full is followed by one without a look at the queue, at a rate of $perSecond too',
  async ({ perSecond }) => {
    await hear(Array.from({ length: LEASED_AT_ONCE + 1 }, () => anAlertEvent()))
    const lease = openTable(perSecond)
    const looks = vi.spyOn(db, 'execute')

    expect(await lease()).toMatchObject({ leased: { length: LEASED_AT_ONCE }, hasMore: true })
    expect(looks).toHaveBeenCalledTimes(1)
    expect(await lease()).toMatchObject({ leased: { length: 1 }, hasMore: false })
    expect(looks).toHaveBeenCalledTimes(1)
    expect(await lease()).toEqual({ leased: [], hasMore: false })
    expect(looks).toHaveBeenCalledTimes(2)
    looks.mockRestore()
  },
)

test('loops that find no dead sender and no late text make no transaction', async () => {
  await hear([anAlertEvent()])
  await openTable()()
  const transactions = vi.spyOn(db, 'transaction')

  await deliveriesOf(db, metrics, 'email').markLapsed(1)
  await withdrawTextsOlderThan(db, metrics, { seconds: 0, limit: 10, reason: 'text-late' })

  expect(transactions).not.toHaveBeenCalled()
  transactions.mockRestore()
})
