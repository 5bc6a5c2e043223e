import { arrivalOf } from '@walkon/testing/arrival'
import { createTestDatabase } from '@walkon/testing/database'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type * as timersPromises from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { TransactionSql } from 'postgres'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeConsumer } from './consumer.contract.ts'
import { describeEventLog } from './event-log.contract.ts'
import type { NewRecord } from './event-log.ts'
import { encodeBatch } from './record-batches.ts'
import { aMember, aRecord, createTestPostgresLog, newTopic } from './testing/postgres-log.ts'

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

const { url, sql, connect } = createTestPostgresLog(
  await createTestDatabase('event_log_test', join(import.meta.dirname, '../migrations')),
)

const logUnderTest = { connect, newTopic, member: { adapter: 'postgres' as const, url } }

describeEventLog('the log in PostgreSQL', async () => logUnderTest)
describeConsumer('a consumer of the log in PostgreSQL', async () => logUnderTest)

test('a record whose transaction commits late is not passed over by those after it', async () => {
  const eventLog = await connect()
  const topic = await newTopic()
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
  const topics = [await newTopic(), await newTopic()]
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
  const topic = await newTopic()
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
  const topic = await newTopic()
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
  const topic = await newTopic()
  const values = await aMember(eventLog, [topic])

  await eventLog.publish([aRecord(topic, 'a', 'first')])
  await vi.waitFor(() => expect(values).toEqual(['first']))
  await eventLog.publish([aRecord(topic, 'a', 'second')])
  await vi.waitFor(() => expect(values).toEqual(['first', 'second']))
})

test('the place of a group does not wait for the disk: its records would be handed over again', async () => {
  const eventLog = await connect()
  const topic = await newTopic()
  await sql`create table if not exists event_log.durability (source text)`
  await sql.unsafe(`
    create or replace function event_log.note_durability() returns trigger language plpgsql as $$ begin
      insert into event_log.durability select setting || ' by ' || source from pg_settings where name = 'synchronous_commit';
      return new;
    end $$;
    create or replace trigger note before insert or update on event_log.offsets
      for each row when (new.topic = '${topic}') execute function event_log.note_durability()`)
  await aMember(eventLog, [topic])
  await eventLog.publish([aRecord(topic, 'a', 'one')])

  await vi.waitFor(async () =>
    expect(await sql`select distinct source from event_log.durability`).toEqual([
      { source: 'off by client' },
    ]),
  )
})
