import type { Sql } from 'postgres'
import type { LogRecord } from './event-log.ts'
import { keyOf, type Place } from './postgres-log-places.ts'
import type { NextRead } from './postgres-log-session.ts'
import { decodeBatch } from './record-batches.ts'

type BatchRow = Place & { end_offset: string; records: number; payload: Buffer }

/** The next records of each place, by `keyOf`: up to `limit`, and the rest of the last of their batches. */
export async function readRecords(
  sql: Sql,
  places: NextRead[],
  limit: number,
): Promise<Map<string, LogRecord[]>> {
  const from = places.map(({ topic, partition, nextOffset }) => ({
    topic,
    partition,
    next_offset: String(nextOffset),
  }))
  const rows = await sql<BatchRow[]>`
    select at.topic, at.partition, b.end_offset, b.records, b.payload
    from jsonb_to_recordset(${JSON.stringify(from)}::text::jsonb) as at(topic text, partition int, next_offset bigint)
    cross join lateral (
      select *, sum(records) over (order by end_offset) - records as records_before
      from (
        select end_offset, records, payload from event_log.batches
        where topic = at.topic and partition = at.partition and end_offset > at.next_offset
        order by end_offset limit ${limit}
      ) next
    ) b
    where b.records_before < ${limit}
    order by at.topic, at.partition, b.end_offset`
  const batches = Map.groupBy(rows, keyOf)
  return new Map(
    places.flatMap((place) => {
      const records = (batches.get(keyOf(place)) ?? []).flatMap(toRecords)
      const unread = records.filter(({ offset }) => offset >= place.nextOffset)
      return unread.length > 0 ? [[keyOf(place), unread]] : []
    }),
  )
}

const PAGE = 500

/** Hands over what the topics hold, page by page, until nothing more is found. */
export async function readAll(
  sql: Sql,
  topics: string[],
  take: (records: LogRecord[]) => void,
  signal?: AbortSignal,
): Promise<void> {
  const places = await sql<Place[]>`
    select topic, partition from event_log.partitions
    where topic in (select jsonb_array_elements_text(${JSON.stringify(topics)}::text::jsonb))
    order by topic, partition`
  for (let unread = places.map((place): NextRead => ({ ...place, nextOffset: 0n })); unread.length > 0; ) {
    signal?.throwIfAborted()
    const found = await readRecords(sql, unread, PAGE)
    unread = unread.flatMap((place) => {
      const records = found.get(keyOf(place)) ?? []
      const last = records.at(-1)
      if (!last) return []
      take(records)
      return [{ ...place, nextOffset: last.offset + 1n }]
    })
  }
}

function toRecords({ topic, partition, end_offset, records, payload }: BatchRow): LogRecord[] {
  const first = BigInt(end_offset) - BigInt(records)
  return decodeBatch(payload).map((record, index) => ({
    topic,
    partition,
    offset: first + BigInt(index),
    ...record,
  }))
}
