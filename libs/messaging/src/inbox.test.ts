import { defineEvent } from '@walkon/contracts/event'
import { createTestDatabase } from '@walkon/testing/database'
import { anEvent, aRecord } from '@walkon/testing/events'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { UnreadableMessage } from './cloud-event.ts'
import { applyRecords, on, sortRecords } from './inbox.ts'
import { deleteOldMarks, inbox } from './inbox-marks.ts'
import { emit } from './emit.ts'
import { REPLAYED } from './log-position.ts'
import { outbox } from './outbox.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
afterAll(drop)
beforeEach(async () => {
  await db.delete(inbox)
  await db.delete(outbox)
})

const door = z.object({ door: z.string() })
const doorOpened = defineEvent({
  type: 'DoorOpened',
  summary: 'A door was opened.',
  topic: 'shop.doors',
  publisher: 'billing',
  key: (data) => data.door,
  data: door,
})
const doorClosed = defineEvent({
  type: 'DoorClosed',
  summary: 'A door was closed.',
  topic: 'shop.doors',
  publisher: 'billing',
  key: (data) => data.door,
  data: door,
})

const opened = (name: string) => aRecord(anEvent(doorOpened, { door: name }), doorOpened)
const closed = (name: string) => aRecord(anEvent(doorClosed, { door: name }), doorClosed)

/** Handlers that note what they were given, call by call. */
function noting() {
  const calls: string[][] = []
  const note = (kind: string) => async (events: { data: { door: string } }[]) => {
    calls.push(events.map(({ data }) => `${kind} ${data.door}`))
  }
  return { calls, handlers: [on(doorOpened, note('opened')), on(doorClosed, note('closed'))] }
}

test('an event that comes twice in one batch is applied once', async () => {
  const { calls, handlers } = noting()
  const record = opened('a')

  await applyRecords(db, handlers, [record, opened('b'), record])

  expect(calls).toEqual([['opened a', 'opened b']])
})

test('an event delivered to two processes at the same time is applied once', async () => {
  const { calls, handlers } = noting()
  const records = [opened('a'), opened('b')]

  await Promise.all([applyRecords(db, handlers, records), applyRecords(db, handlers, records)])

  expect(calls.flat()).toEqual(['opened a', 'opened b'])
})

test('work ahead is given the events that were not applied before, and is done before the transaction begins', async () => {
  const { calls } = noting()
  const known = opened('a')
  const handler = on(
    doorOpened,
    async (events) => void calls.push(events.map(({ data }) => `handled ${data.door}`)),
    async (events) => void calls.push(events.map(({ data }) => `ahead ${data.door}`)),
  )
  await applyRecords(db, [handler], [known])
  calls.length = 0

  await applyRecords(db, [handler], [known, opened('b'), closed('c')])
  await applyRecords(db, [handler], [known])

  expect(calls).toEqual([['ahead b'], ['handled b']])
})

test('a handler is given the result of its work ahead, unless the batch holds other events or another process applied some', async () => {
  const given: (string | undefined)[] = []
  const handler = on<typeof doorOpened, string>(
    doorOpened,
    async (events, tx, position, prepared) => void given.push(prepared),
    async (events) => events.map(({ data }) => data.door).join(),
  )
  await applyRecords(db, [handler, on(doorClosed, async () => {})], [opened('a'), opened('b')])
  expect(given.splice(0)).toEqual(['a,b'])

  await applyRecords(db, [handler, on(doorClosed, async () => {})], [opened('a'), closed('b')])
  expect(given.splice(0)).toEqual([undefined])

  const meanwhile = opened('c')
  const overtaken = on<typeof doorOpened, string>(doorOpened, handler.handle, async () => {
    await applyRecords(db, [on(doorOpened, async () => {})], [meanwhile])
    return 'c,d'
  })
  await applyRecords(db, [overtaken], [meanwhile, opened('d')])
  expect(given).toEqual([undefined])
})

test('an event whose work ahead fails is not applied, and its work is done again', async () => {
  const { calls } = noting()
  const ahead = vi.fn(async () => {}).mockRejectedValueOnce(new Error('killed'))
  const handler = on(
    doorOpened,
    async (events) => void calls.push(events.map(({ data }) => data.door)),
    ahead,
  )
  const record = opened('a')

  await expect(applyRecords(db, [handler], [record])).rejects.toThrow('killed')
  expect(calls).toEqual([])
  await applyRecords(db, [handler], [record])

  expect(calls).toEqual([['a']])
  expect(ahead).toHaveBeenCalledTimes(2)
})

test('a record that an operator sends again has no work ahead, which a dry run could not take back', async () => {
  const ahead = vi.fn(async () => {})
  const handler = on(doorOpened, async () => {}, ahead)

  await applyRecords(db, [handler], [opened('a')], REPLAYED)

  expect(ahead).not.toHaveBeenCalled()
})

test('an event has its effect once, also when its id comes again in other letter case', async () => {
  const { calls, handlers } = noting()
  const record = opened('a')
  const shouting = {
    ...record,
    headers: { ...record.headers, ce_id: String(record.headers['ce_id']).toUpperCase() },
  }

  await applyRecords(db, handlers, [shouting])
  await applyRecords(db, handlers, [record])

  expect(calls).toEqual([['opened a']])
})

test('neighbours of one type go to their handler together, and types keep the order of the log', async () => {
  const { calls, handlers } = noting()

  await applyRecords(db, handlers, [opened('a'), opened('b'), closed('a'), opened('a')])

  expect(calls).toEqual([['opened a', 'opened b'], ['closed a'], ['opened a']])
})

test('a handler that fails leaves neither a mark nor an event, so the batch can be tried again', async () => {
  const handle = vi.fn(async () => {})
  handle.mockRejectedValueOnce(new Error('no'))
  const handler = on(doorOpened, async (_events, tx) => {
    await emit(tx, doorClosed, [{ data: { door: 'a' } }])
    await handle()
  })
  const record = opened('a')

  await expect(applyRecords(db, [handler], [record])).rejects.toThrow('no')
  expect([await db.$count(inbox), await db.$count(outbox)]).toEqual([0, 0])

  await applyRecords(db, [handler], [record])
  expect([await db.$count(inbox), await db.$count(outbox)]).toEqual([1, 1])
})

test('data that breaks the contract never reaches a handler, and nothing of its batch is applied', async () => {
  const { calls, handlers } = noting()
  const broken = { ...opened('a'), value: Buffer.from('{"door":7}') }

  await expect(applyRecords(db, handlers, [closed('a'), broken])).rejects.toThrow(UnreadableMessage)

  expect(calls.flat()).not.toContain('opened 7')
  expect(await db.$count(inbox)).toBe(0)
})

test('an event without a handler is skipped without a mark', async () => {
  const { calls, handlers } = noting()
  const record = opened('a')
  const other = { ...record, headers: { ...record.headers, ce_type: 'DoorPainted' } }

  await applyRecords(db, handlers, [other])

  expect(calls).toEqual([])
  expect(await db.$count(inbox)).toBe(0)
})

test('only marks past their time are deleted', async () => {
  const { handlers } = noting()
  const old = randomUUID()
  await db.insert(inbox).values({ eventId: old, keepUntil: sql`now() - interval '1 second'` })
  await applyRecords(db, handlers, [opened('a')])

  await deleteOldMarks(db)

  const marks = await db.select({ eventId: inbox.eventId }).from(inbox)
  expect(marks).toHaveLength(1)
  expect(marks).not.toContainEqual({ eventId: old })
})

test.for([
  { topic: 'billing.passes', hours: 192, why: 'a day longer than the topic keeps it' },
  { topic: 'park-data.wait-times', hours: 1, why: 'an hour: an older reading triggers no alert' },
])('the mark of an event of $topic is kept $hours hours, $why', async ({ topic, hours }) => {
  const { handlers } = noting()
  await applyRecords(db, handlers, [{ ...opened('a'), topic }])

  const [mark] = await db
    .select({ hours: sql<number>`round(extract(epoch from ${inbox.keepUntil} - now()) / 3600)::int` })
    .from(inbox)
  expect(mark?.hours).toBe(hours)
})

test('the type of an event that no contract defines is named as unknown, that of an event for another consumer is not', () => {
  const named = (ce_type: string) => ({ ...opened('a'), headers: { ...opened('a').headers, ce_type } })

  const sorted = sortRecords(noting().handlers, [
    named('DoorPainted'),
    named('WaitTimeObserved'),
    opened('a'),
  ])

  expect(sorted.unknownTypes).toEqual(['DoorPainted'])
  expect(sorted.readable).toHaveLength(1)
  expect(sorted.unreadable).toEqual([])
})
