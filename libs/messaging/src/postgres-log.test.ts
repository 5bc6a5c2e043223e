import { createLog } from '@walkon/service/log'
import { arrivalOf } from '@walkon/testing/arrival'
import { createTestDatabase } from '@walkon/testing/database'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type * as timersPromises from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import postgres, { type TransactionSql } from 'postgres'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { describeConsumer } from './consumer.contract.ts'
import { joinGroup } from './event-log.contract-log.ts'
import { describeEventLog } from './event-log.contract.ts'
import type { EventLog, NewRecord } from './event-log.ts'
import { createPostgresLog } from './postgres-log.ts'
import { forgetRecords } from './postgres-log-retention.ts'
import { makeSchema } from './postgres-log-schema.ts'
import { decodeBatch, encodeBatch } from './record-batches.ts'

const timers = vi.hoisted(() => ({ areOff: false }))

/** While timers are off a wait ends by its signal alone. */
vi.mock('node:timers/promises', async (importActual) => {
  const actual = await importActual<typeof timersPromises>()
  const farAway = 2 ** 31 - 1
  return {
    ...actual,
    setTimeout: (ms: number, ...rest: [unknown, { signal?: AbortSignal }?]) =>
      actual.setTimeout(timers.areOff ? farAway : ms, ...rest),
  }
})

const { url, drop } = await createTestDatabase('event_log_test', join(import.meta.dirname, '../migrations'))
const closings: (() => Promise<void>)[] = []
afterAll(async () => {
  await Promise.all(closings.map((close) => close()))
  await drop()
})

async function connect() {
  const { eventLog, start, close } = createPostgresLog({
    url,
    log: createLog({ service: 'test', level: 'silent' }),
  })
  closings.push(close)
  await start()
  return eventLog
}

const logUnderTest = {
  connect,
  newTopic: async () => `test.${randomUUID()}`,
  member: { adapter: 'postgres' as const, url },
}

describeEventLog('the log in PostgreSQL', async () => logUnderTest)
describeConsumer('a consumer of the log in PostgreSQL', async () => logUnderTest)

const sql = postgres(url, { max: 3, onnotice: () => {} })
closings.push(() => sql.end())

const aRecord = (topic: string, key: string, value: string) => ({
  topic,
  key,
  value: Buffer.from(value),
  headers: {},
})

async function aMember(eventLog: EventLog, topics: string[]) {
  const values: string[] = []
  const subscriber = eventLog.subscribe({
    group: randomUUID(),
    topics,
    maxBatch: 100,
    onBatch: async ({ records }) => void values.push(...records.map(({ value }) => String(value))),
    onFatal: () => {},
  })
  onTestFinished(() => subscriber.stop())
  await subscriber.start()
  return values
}

test('a record whose transaction commits late is not passed over by those after it', async () => {
  const eventLog = await connect()
  const topic = await logUnderTest.newTopic()
  const values = await aMember(eventLog, [topic])
  const appended = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const slow = sql.begin(async (tx) => {
    await append(tx, aRecord(topic, 'a', 'slow'))
    appended.resolve()
    await commit.promise
  })
  await arrivalOf('record of the slow transaction', appended.promise)
  const fast = eventLog.publish([aRecord(topic, 'a', 'fast')])
  await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1))

  commit.resolve()
  await Promise.all([slow, fast])

  await vi.waitFor(() => expect(values).toEqual(['slow', 'fast']))
})

/** As the log does it for the key of the record. */
async function append(tx: TransactionSql, { topic, ...record }: NewRecord): Promise<void> {
  const payload = encodeBatch([record])
  const partition = crc32(record.key ?? '') % 3
  const batch = { topic, partition, records: 1, key: null, bytes: payload.length }
  await tx`select event_log.append(${JSON.stringify([batch])}::text::jsonb, ${payload})`
}

const waitingForLocks = async () =>
  (await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
    .count

test('a record for a partition that is not there is refused', async () => {
  await connect()
  const lost = sql.begin((tx) => append(tx, aRecord('test.unknown', 'a', 'lost')))
  await expect(lost).rejects.toThrow('partition that is not there')
})

test('writers of the same topics in any order never wait for each other in a circle', async () => {
  const eventLog = await connect()
  const topics = [await logUnderTest.newTopic(), await logUnderTest.newTopic()]
  const values = await aMember(eventLog, topics)

  await Promise.all(
    Array.from({ length: 40 }, (_, index) => {
      const inOrder = index % 2 === 0 ? topics : topics.toReversed()
      return eventLog.publish(inOrder.map((topic) => aRecord(topic, String(index % 7), String(index))))
    }),
  )

  await vi.waitFor(() => expect(values).toHaveLength(80))
})

test('a member joins over no session that refuses writes, where it would read and hear nothing new for ever', async () => {
  const eventLog = await connect()
  const topic = await logUnderTest.newTopic()
  await eventLog.publish([aRecord(topic, 'a', '1')])
  const opensDemoted = (isOn: boolean) =>
    sql.unsafe(
      `alter role current_user in database ${new URL(url).pathname.slice(1)} ${isOn ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'}`,
    )
  await opensDemoted(true)
  onTestFinished(async () => void (await opensDemoted(false)))
  const onConsuming = vi.fn<(fault: Error | null) => void>()
  const values: string[] = []
  const subscriber = eventLog.subscribe({
    group: randomUUID(),
    topics: [topic],
    maxBatch: 100,
    onBatch: async ({ records }) => void values.push(...records.map(({ value }) => String(value))),
    onConsuming,
    onFatal: () => {},
  })
  onTestFinished(() => subscriber.stop())
  const started = subscriber.start()
  await vi.waitFor(() =>
    expect(onConsuming).toHaveBeenCalledWith(
      expect.objectContaining({ message: expect.stringContaining('read-only transaction') }),
    ),
  )
  expect(onConsuming).not.toHaveBeenCalledWith(null)

  await opensDemoted(false)

  await started
  await vi.waitFor(() => expect(values).toEqual(['1']))
})

test('a member whose connections are lost joins again by itself', async () => {
  const eventLog = await connect()
  const topic = await logUnderTest.newTopic()
  const values = await aMember(eventLog, [topic])

  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'event-log%'`

  await vi.waitFor(() => eventLog.publish([aRecord(topic, 'a', 'after')]))
  await vi.waitFor(() => expect(values).toContain('after'))
})

test('a member that is alone hears of a record by a notification, without a poll', async () => {
  timers.areOff = true
  onTestFinished(() => void (timers.areOff = false))
  const eventLog = await connect()
  const topic = await logUnderTest.newTopic()
  const values = await aMember(eventLog, [topic])

  await eventLog.publish([aRecord(topic, 'a', 'first')])
  await vi.waitFor(() => expect(values).toEqual(['first']))
  await eventLog.publish([aRecord(topic, 'a', 'second')])
  await vi.waitFor(() => expect(values).toEqual(['first', 'second']))
})

test('records are kept as long as their topic says, and no longer', async () => {
  const eventLog = await connect()
  const [short, normal] = [await logUnderTest.newTopic(), await logUnderTest.newTopic()]
  await eventLog.publish(
    [short, normal].flatMap((topic) => [aRecord(topic, 'a', 'old'), aRecord(topic, 'b', 'old')]),
  )
  await sql`update event_log.batches set appended_at = now() - interval '2 hours' where topic in (${short}, ${normal})`
  await eventLog.publish([aRecord(short, 'a', 'new')])

  while (await forgetRecords(sql, { [short]: 1 }));

  expect(await keptValues(short)).toEqual(['new'])
  expect(await keptValues(normal)).toEqual(['old', 'old'])
})

test('a compacted topic keeps the newest of each key, however old', async () => {
  const eventLog = await connect()
  const topic = 'park-data.catalog'
  await eventLog.publish(
    ['a1', 'b1', 'a2', 'c1', 'a3', 'b2'].map((value) => aRecord(topic, value.slice(0, 1), value)),
  )
  await sql`update event_log.batches set appended_at = now() - interval '1 year' where topic = ${topic}`

  await forgetRecords(sql, {})

  expect((await keptValues(topic)).toSorted()).toEqual(['a3', 'b2', 'c1'])
  const values = await aMember(eventLog, [topic])
  await vi.waitFor(() => expect(values.toSorted()).toEqual(['a3', 'b2', 'c1']))
})

async function keptValues(topic: string): Promise<string[]> {
  const rows = await sql<
    { payload: Buffer }[]
  >`select payload from event_log.batches where topic = ${topic} order by partition, end_offset`
  return rows.flatMap(({ payload }) => decodeBatch(payload)).map(({ value }) => String(value))
}

test('making the schema again, and by several at once, changes nothing', async () => {
  const eventLog = await connect()
  const topic = await logUnderTest.newTopic()
  await eventLog.publish([aRecord(topic, 'a', 'kept')])

  await Promise.all([makeSchema(sql), makeSchema(sql), makeSchema(sql)])

  expect(await keptValues(topic)).toEqual(['kept'])
})

test('a log that kept each record in a row goes on where it was', async () => {
  const eventLog = await connect()
  const topic = await logUnderTest.newTopic()
  await sql`select event_log.make_topics(array[${topic}], 3)`
  await sql`update event_log.partitions set next_offset = 12 where topic = ${topic} and partition = 1`
  await sql`
    create table event_log.records (topic text, partition int, "offset" bigint, key text, value bytea, headers jsonb, appended_at timestamptz)`
  await sql`
    insert into event_log.records values
      (${topic}, 1, 10, 'a', convert_to('Ada’s' || E'\\n' || '"é"', 'UTF8'), '{"ce_type": "Öffnung"}', now()), (${topic}, 1, 11, null, null, '{}', now())`

  await makeSchema(sql)

  const group = randomUUID()
  expect(await lagOf(eventLog, group, topic)).toEqual([10, 12])
  const { records } = await joinGroup(eventLog, group, topic)
  await vi.waitFor(() => expect(records).toHaveLength(2))
  const place = { topic, partition: 1 }
  expect(records).toEqual([
    { ...place, offset: 10n, key: 'a', value: Buffer.from('Ada’s\n"é"'), headers: { ce_type: 'Öffnung' } },
    { ...place, offset: 11n, key: null, value: null, headers: {} },
  ])
})

async function lagOf(eventLog: EventLog, group: string, topic: string) {
  const lags = await eventLog.lag(group, [topic])
  const lag = lags[topic]?.find(({ partition }) => partition === 1)
  return [lag?.nextOffset, lag?.endOffset]
}
