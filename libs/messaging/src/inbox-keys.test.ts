import { defineEvent } from '@walkon/contracts/event'
import { createTestDatabase } from '@walkon/testing/database'
import { anEvent, aRecord } from '@walkon/testing/events'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { applyRecords, on, onKeyed } from './inbox.ts'
import { inbox } from './inbox-marks.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
afterAll(drop)
beforeEach(async () => {
  await db.delete(inbox)
})

const doorEvent = (type: string) =>
  defineEvent({
    type,
    summary: 'A door moved.',
    topic: 'shop.doors',
    publisher: 'billing',
    key: ({ door }) => door,
    data: z.object({ door: z.string() }),
  })
const doorOpened = doorEvent('DoorOpened')
const doorClosed = doorEvent('DoorClosed')
const opened = (door: string) => aRecord(anEvent(doorOpened, { door }), doorOpened)
const closed = (door: string) => aRecord(anEvent(doorClosed, { door }), doorClosed)

/** A list, and the function that adds the doors of events to it, call by call. */
function noting() {
  const calls: string[][] = []
  const note = async (events: { data: { door: string } }[]) =>
    void calls.push(events.map(({ data }) => data.door))
  return { calls, note }
}

test('an event of a handler with keys of its own gets no mark: it is given again, and once in a batch', async () => {
  const [openings, closings] = [noting(), noting()]
  const handlers = [onKeyed(doorOpened, openings.note), on(doorClosed, closings.note)]
  const records = [opened('a'), closed('b')]

  await applyRecords(db, handlers, [...records, ...records])
  await applyRecords(db, handlers, records)

  expect(openings.calls).toEqual([['a'], ['a']])
  expect(closings.calls).toEqual([['b']])
  expect(await db.$count(inbox)).toBe(1)
})

test('an event that a handler without keys hears too is marked', async () => {
  const [keyed, marked] = [noting(), noting()]
  const handlers = [onKeyed(doorOpened, keyed.note), on(doorOpened, marked.note)]
  const record = opened('a')

  await applyRecords(db, handlers, [record])
  await applyRecords(db, handlers, [record])

  expect([keyed.calls, marked.calls]).toEqual([[['a']], [['a']]])
})
