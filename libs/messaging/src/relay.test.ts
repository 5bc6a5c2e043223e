import { defineEvent } from '@walkon/contracts/event'
import { ADVISORY_LOCKS, lockOfSchema } from '@walkon/service/advisory-locks'
import type { Transaction } from '@walkon/service/database'
import { createJobLoop } from '@walkon/service/jobs'
import { createLog } from '@walkon/service/log'
import { onWakeUp } from '@walkon/service/wake-ups'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { emit, OUTBOX_CHANNEL } from './emit.ts'
import type { EventLog, NewRecord } from './event-log.ts'
import { outboxBatches } from './outbox-batches.ts'
import { outbox } from './outbox.ts'
import { publishOutbox } from './relay.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
const log = createLog({ service: 'test', level: 'silent' })
afterAll(drop)
beforeEach(async () => {
  await db.delete(outbox)
  await db.delete(outboxBatches)
})

const doorOpened = defineEvent({
  type: 'DoorOpened',
  summary: 'A door was opened.',
  topic: 'shop.doors',
  publisher: 'billing',
  key: (data) => data.door,
  data: z.object({ door: z.string() }),
})
const open = (tx: Transaction, door: string) => emit(tx, doorOpened, [{ data: { door } }])

function aLog() {
  const keys: (string | null)[] = []
  const publish = async (records: NewRecord[]) => void keys.push(...records.map(({ key }) => key))
  return { keys, eventLog: { publish } as EventLog }
}

test('an event is published when its transaction commits, without waiting for a poll', async () => {
  const { keys, eventLog } = aLog()
  const loop = createJobLoop({ ...publishOutbox(db, eventLog, log), intervalMs: 3_600_000 }, log)
  const stopWaking = onWakeUp(db, OUTBOX_CHANNEL, loop.wake)
  await loop.start?.()
  for (const door of ['a', 'b', 'c']) {
    await db.transaction((tx) => open(tx, door))
    await vi.waitFor(() => expect(keys.at(-1)).toBe(door))
  }
  stopWaking()
  await loop.stop()
})

test('a relay whose turn finds another one at work looks again soon: that one may have looked before the commit', async () => {
  const { keys, eventLog } = aLog()
  const job = publishOutbox(db, eventLog, log)
  const never = new AbortController().signal
  await db.transaction((tx) => open(tx, 'a'))
  await db.transaction(async (other) => {
    await other.execute(sql`select pg_advisory_xact_lock(${lockOfSchema(ADVISORY_LOCKS.relay)})`)
    expect(await job.run(never)).toBe('waiting')
  })
  expect(keys).toEqual([])

  expect(await job.run(never)).toBe(true)
  expect(keys).toEqual(['a'])
  expect(await job.run(never)).toBe(false)
})

test('a relay is woken after the commit and by nothing that was rolled back', async () => {
  const woken = vi.fn()
  const stopWaking = onWakeUp(db, OUTBOX_CHANNEL, woken)
  await db
    .transaction(async (tx) => {
      await open(tx, 'a')
      throw new Error('no door')
    })
    .catch(() => {})
  expect(woken).not.toHaveBeenCalled()

  await db.transaction(async (tx) => {
    await open(tx, 'a')
    expect(woken).not.toHaveBeenCalled()
  })
  expect(woken).toHaveBeenCalledOnce()
  stopWaking()
})

test('publishing sends no notification, for which commits of the whole cluster would take turns', async () => {
  const channel = `shop.${OUTBOX_CHANNEL}`
  const heard: string[] = []
  const listening = await db.$client.listen(channel, (payload) => void heard.push(payload))
  await db.transaction((tx) => open(tx, 'a'))
  await db.$client.notify(channel, 'sent after it')
  await vi.waitFor(() => expect(heard).toEqual(['sent after it']))
  await listening.unlisten()
})

test('an idle relay neither opens a transaction nor takes the lock of its schema', async () => {
  const { eventLog } = aLog()
  const transaction = vi.spyOn(db, 'transaction')
  await publishOutbox(db, eventLog, log).run(new AbortController().signal)
  expect(transaction).not.toHaveBeenCalled()
  transaction.mockRestore()
})
