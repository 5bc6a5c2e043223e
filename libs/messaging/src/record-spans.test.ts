import { defineEvent } from '@walkon/contracts/event'
import { createJobLoop } from '@walkon/service/jobs'
import { createLog } from '@walkon/service/log'
import { createTestTracer } from '@walkon/service/testing/tracer'
import { createTestDatabase } from '@walkon/testing/database'
import { anEvent, aRecord } from '@walkon/testing/events'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { emit } from './emit.ts'
import type { EventLog } from './event-log.ts'
import { applyReadable, AT_THE_END, on, sortRecords, type Handler } from './inbox.ts'
import { inbox } from './inbox-marks.ts'
import { outbox } from './outbox.ts'
import { publishOutbox } from './relay.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
afterAll(drop)
beforeEach(async () => {
  await db.delete(inbox)
  await db.delete(outbox)
})

const log = createLog({ service: 'shop', level: 'silent' })
const doorOpened = defineEvent({
  type: 'DoorOpened',
  summary: 'A door was opened.',
  topic: 'shop.doors',
  publisher: 'billing',
  key: (data) => data.door,
  data: z.object({ door: z.string() }),
})
const bellRung = { ...doorOpened, type: 'BellRung', summary: 'A bell was rung.' } as const

const ringing = on(doorOpened, (events, tx) =>
  emit(
    tx,
    bellRung,
    events.map(({ data, traceparent }) => ({ data, cause: traceparent ?? null })),
  ),
)
const [ONE, TWO] = ['1'.repeat(32), '2'.repeat(32)] as const
const opened = (door: string, traceId: string, flags = '01') =>
  aRecord(
    { ...anEvent(doorOpened, { door }), traceparent: `00-${traceId}-0123456789abcdef-${flags}` },
    doorOpened,
  )

async function apply(handler: Handler, records: ReturnType<typeof opened>[]) {
  const { tracer, spans } = createTestTracer()
  const { readable } = sortRecords([handler], records)
  await applyReadable(db, [handler], readable, AT_THE_END, { tracer, group: 'bells' }).catch(() => {})
  return spans
}

const emitted = async () => {
  const rows = await db.execute<{ traceparent: string }>(sql`
    select headers->>'traceparent' as traceparent from outbox order by position`)
  return rows.map(({ traceparent }) => traceparent)
}

test('records of one parent are one span, which what they cause follows', async () => {
  const spans = await apply(ringing, [opened('front', ONE), opened('back', ONE), opened('side', TWO)])

  expect(spans).toMatchObject([
    { name: 'process DoorOpened', kind: 'consumer', attributes: { 'messaging.batch.message_count': 2 } },
    { name: 'process DoorOpened', attributes: { 'messaging.batch.message_count': 1 } },
  ])
  expect(spans.map(({ parent }) => parent)).toEqual(
    [ONE, TWO].map((traceId) => `00-${traceId}-0123456789abcdef-01`),
  )
  const [one, two] = spans.map(({ traceparent }) => traceparent)
  expect(await emitted()).toEqual([one, one, two])
})

test('work that goes ahead of the transaction is in the span of its records, too', async () => {
  const goingAhead = on(
    doorOpened,
    async () => {},
    (events) =>
      db.transaction((tx) =>
        emit(
          tx,
          bellRung,
          events.map(({ data }) => ({ data })),
        ),
      ),
  )
  const spans = await apply(goingAhead, [opened('front', ONE)])

  expect(await emitted()).toEqual(spans.map(({ traceparent }) => traceparent))
})

test('a record of a trace that is not sampled has no span, and what it causes is not sampled either', async () => {
  const record = opened('front', ONE, '00')

  expect(await apply(ringing, [record])).toEqual([])
  expect(await emitted()).toEqual([record.headers['traceparent']])
})

test('the span of records that a handler refuses is failed', async () => {
  const refusing = on(doorOpened, () => Promise.reject(new TypeError('no')))

  expect(await apply(refusing, [opened('front', ONE)])).toMatchObject([{ ended: { failed: true } }])
})

test('the wait in the outbox is a span, from the emission until the log has the events', async () => {
  const { tracer, spans } = createTestTracer()
  const cause = `00-${ONE}-0123456789abcdef-01`
  await db.transaction((tx) =>
    emit(tx, doorOpened, [
      { data: { door: 'front' }, cause },
      { data: { door: 'back' }, cause },
    ]),
  )
  await publishOutbox(db, { publish: async () => {} } as Partial<EventLog> as EventLog, log, tracer).run(
    new AbortController().signal,
  )

  expect(spans).toMatchObject([
    {
      name: 'publish DoorOpened',
      kind: 'producer',
      parent: cause,
      attributes: { 'messaging.batch.message_count': 2 },
      ended: {},
    },
  ])
  expect(spans[0]?.startedAt?.getTime()).toBeLessThanOrEqual(Date.now())
})

test('a job that emits begins a trace, of which its turn is the first span', async () => {
  const { tracer, spans } = createTestTracer()
  const turned = Promise.withResolvers<void>()
  const job = {
    name: 'open-doors',
    intervalMs: 3_600_000,
    run: async () => {
      await db.transaction((tx) => emit(tx, doorOpened, [{ data: { door: 'front' } }]))
      turned.resolve()
    },
  }
  const loop = createJobLoop(job, log, tracer)
  await loop.start?.()
  await turned.promise
  await loop.stop()

  expect(spans).toMatchObject([{ name: 'open-doors', parent: null, ended: { failed: false } }])
  expect(await emitted()).toEqual([spans[0]?.traceparent])
})
