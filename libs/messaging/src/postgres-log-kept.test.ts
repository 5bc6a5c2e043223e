import { createTestDatabase } from '@walkon/testing/database'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { joinGroup } from './event-log.contract-log.ts'
import type { EventLog } from './event-log.ts'
import { forgetRecords } from './postgres-log-retention.ts'
import { makeSchema } from './postgres-log-schema.ts'
import { decodeBatch } from './record-batches.ts'
import { aMember, aRecord, createTestPostgresLog, newTopic } from './testing/postgres-log.ts'

const { sql, connect } = createTestPostgresLog(
  await createTestDatabase('event_log_test', join(import.meta.dirname, '../migrations')),
)

test('records are kept as long as their topic says, and no longer', async () => {
  const eventLog = await connect()
  const [short, normal] = [await newTopic(), await newTopic()]
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
  const topic = await newTopic()
  await eventLog.publish([aRecord(topic, 'a', 'kept')])

  await Promise.all([makeSchema(sql), makeSchema(sql), makeSchema(sql)])

  expect(await keptValues(topic)).toEqual(['kept'])
})

test('a log that kept each record in a row goes on where it was', async () => {
  const eventLog = await connect()
  const topic = await newTopic()
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
