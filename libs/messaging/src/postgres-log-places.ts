import { topicOf } from '@walkon/contracts/topics'
import { isUtf8 } from 'node:buffer'
import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Sql } from 'postgres'
import type { NewRecord } from './event-log.ts'
import { encodeBatch } from './record-batches.ts'

/** A partition of a topic. */
export type Place = { topic: string; partition: number }

export const keyOf = ({ topic, partition }: Place) => `${topic}/${partition}`

/** The partitions of topics, and their appended records. A topic that is not there is made with so many `partitions`. */
export function createPlaces(sql: Sql, partitions: number) {
  /** Of the topics that were asked for: a topic keeps what it was made with. */
  const partitionCounts = new Map<string, number>()

  async function list(topics: string[]): Promise<Place[]> {
    const names = JSON.stringify(topics)
    await sql`
      select event_log.make_topics(array(select jsonb_array_elements_text(${names}::text::jsonb)), ${partitions})`
    const places = await sql<Place[]>`
      select topic, partition from event_log.partitions
      where topic in (select jsonb_array_elements_text(${names}::text::jsonb)) order by topic, partition`
    for (const { topic, partition } of places) partitionCounts.set(topic, partition + 1)
    return places
  }

  /** Resolves when all records are durable. */
  async function append(records: NewRecord[]): Promise<void> {
    const unknown = records.map(({ topic }) => topic).filter((topic) => !partitionCounts.has(topic))
    if (unknown.length > 0) await list([...new Set(unknown)])
    const batches = toBatches(records, partitionCounts)
    const rows = batches.map(({ payload, ...row }) => ({ ...row, bytes: payload.length }))
    const payloads = Buffer.concat(batches.map(({ payload }) => payload))
    await sql`select event_log.append(${JSON.stringify(rows)}::text::jsonb, ${asBytes(sql, payloads)})`
  }

  return { list, append }
}

/** Bytes as a parameter: as text where they are text. The driver sends bytes as hexadecimal digits, which costs both sides more. */
const asBytes = (sql: Sql, bytes: Buffer) =>
  isUtf8(bytes) && !bytes.includes(0) ? sql`convert_to(${bytes.toString()}, 'UTF8')` : bytes

type Batch = Place & { records: number; key: string | null; payload: Buffer }

/** The records of each partition as one batch; of a compacted topic each as its own. */
function toBatches(records: NewRecord[], partitionCounts: Map<string, number>): Batch[] {
  const placed = records.map((record, index) => {
    const { topic, key } = record
    const partition = partitionOf(key, partitionCounts.get(topic) as number)
    return topicOf(topic).cleanup === 'compact'
      ? { topic, partition, record, key, group: String(index) }
      : { topic, partition, record, key: null, group: keyOf({ topic, partition }) }
  })
  return [...Map.groupBy(placed, ({ group }) => group).values()].map((group) => {
    const [{ topic, partition, key }] = group as [(typeof group)[0]]
    return {
      topic,
      partition,
      key,
      records: group.length,
      payload: encodeBatch(group.map(({ record }) => record)),
    }
  })
}

/** A record without a key may go to any partition. */
const partitionOf = (key: string | null, partitions: number) =>
  (key === null ? randomInt(2 ** 32) : crc32(key)) % partitions
