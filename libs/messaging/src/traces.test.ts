import { defineEvent } from '@walkon/contracts/event'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import type { Letter } from '@walkon/contracts/letter'
import { createLog } from '@walkon/service/log'
import { inTrace } from '@walkon/service/trace-context'
import { createTestDatabase } from '@walkon/testing/database'
import { anEvent, aRecord } from '@walkon/testing/events'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { traceIdOf } from './cloud-event.ts'
import { emit } from './emit.ts'
import type { EventLog } from './event-log.ts'
import { applyRecords, on } from './inbox.ts'
import { inbox } from './inbox-marks.ts'
import { outbox } from './outbox.ts'
import { publishOutbox } from './relay.ts'

/** One trace from a request or a poll to all that follows. */

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
afterAll(drop)
beforeEach(async () => {
  await db.delete(inbox)
  await db.delete(outbox)
})

const doorOpened = defineEvent({
  type: 'DoorOpened',
  summary: 'A door was opened.',
  topic: 'shop.doors',
  publisher: 'billing',
  key: (data) => data.door,
  data: z.object({ door: z.string() }),
})
const bellRung = { ...doorOpened, type: 'BellRung', summary: 'A bell was rung.' } as const

const [ONE, TWO] = ['1'.repeat(32), '2'.repeat(32)] as const
const opened = (door: string, traceId: string) =>
  aRecord({ ...anEvent(doorOpened, { door }), traceparent: `00-${traceId}-0123456789abcdef-01` }, doorOpened)
const ringing = [
  on(doorOpened, (events, tx) =>
    emit(
      tx,
      bellRung,
      events.map(({ data }) => ({ data })),
    ),
  ),
]

const LETTER: Letter = {
  kind: 'letter',
  name: 'a-table',
  subject: 'A table is free',
  about: ['A table'],
  heading: 'A table is free',
  paragraphs: ['A table is free.'],
  reason: 'You asked for it.',
  shortText: 'A table is free.',
}

const listTraces = async () => {
  const rows = await db.execute<{ traceparent: string }>(sql`
    select headers->>'traceparent' as traceparent from outbox order by position`)
  return rows.map(({ traceparent }) => traceIdOf(traceparent))
}

test('an event that a request emits has the trace of the request', async () => {
  await inTrace(ONE, () => db.transaction((tx) => emit(tx, doorOpened, [{ data: { door: 'front' } }])))

  expect(await listTraces()).toEqual([ONE])
})

test('an event whose cause is named has the trace of its cause', async () => {
  const cause = `00-${TWO}-0123456789abcdef-01`
  await inTrace(ONE, () => db.transaction((tx) => emit(tx, doorOpened, [{ data: { door: 'front' }, cause }])))

  expect(await listTraces()).toEqual([TWO])
})

test('an event that a handler emits has the trace of the event that it was given', async () => {
  await applyRecords(db, ringing, [opened('front', ONE), opened('back', ONE)])

  expect(await listTraces()).toEqual([ONE, ONE])
})

test('an event that a handler emits for events of two traces is put into neither', async () => {
  await applyRecords(db, ringing, [opened('front', ONE), opened('back', TWO)])

  const traces = await listTraces()
  expect(traces).toHaveLength(2)
  expect(traces.filter((trace) => trace === null || trace === ONE || trace === TWO)).toEqual([])
})

test('the log has a line for each letter that is requested, with its trace and nothing of its reader', async () => {
  const lines: string[] = []
  const log = createLog({ service: 'shop', level: 'info' }, { write: (line) => void lines.push(line) })
  const notificationId = randomUUID()
  const recipient = { channel: 'email' as const, address: 'visitor@example.com' }
  const data = { notificationId, recipient, notification: LETTER, expiresAt: '2099-01-01T00:00:00Z' }
  await inTrace(ONE, () =>
    db.transaction(async (tx) => {
      await emit(tx, { ...notificationRequested, publisher: 'billing' }, [{ id: notificationId, data }])
      await emit(tx, doorOpened, [{ data: { door: 'front' } }])
    }),
  )
  await publishOutbox(db, { publish: async () => {} } as Partial<EventLog> as EventLog, log).run(
    new AbortController().signal,
  )

  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { msg: 'letter requested', letter: notificationId, trace: ONE },
  ])
  expect(lines.join()).not.toContain('visitor@')
})
