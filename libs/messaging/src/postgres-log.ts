import { createJobLoop } from '@walkon/service/jobs'
import type { Log } from '@walkon/service/log'
import postgres, { type Sql } from 'postgres'
import type { EventLog, NewRecord, PartitionLag, Subscriber, Subscription } from './event-log.ts'
import { createMember } from './postgres-log-member.ts'
import { createPlaces } from './postgres-log-places.ts'
import { readAll } from './postgres-log-reads.ts'
import { forgetRecords } from './postgres-log-retention.ts'
import { makeSchema } from './postgres-log-schema.ts'
import { RejectedRecords, weighRecords } from './rejected-records.ts'

export type PostgresLogOptions = {
  url: string
  log: Log
  /** Of each topic that is not there yet. */
  partitions?: number
  /** By topic; the others keep what `TOPICS` says. */
  retentionHours?: Record<string, number>
}

const FORGET_EVERY_MS = 5 * 60_000

/** A durable log in PostgreSQL, in the schema `event_log`: the broker of a product that runs in one process. */
export function createPostgresLog({ url, log, partitions = 3, retentionHours = {} }: PostgresLogOptions) {
  const sql = postgres(url, {
    max: 4,
    connect_timeout: 5,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: 'event-log', statement_timeout: 30_000 },
  })
  const subscribers = new Set<Subscriber>()
  const forgetting = createJobLoop(
    { name: 'forget-records', intervalMs: FORGET_EVERY_MS, run: () => forgetRecords(sql, retentionHours) },
    log,
  )
  const places = createPlaces(sql, partitions)

  async function publish(records: NewRecord[]): Promise<void> {
    const { accepted, rejected } = weighRecords(records)
    if (accepted.length > 0) await places.append(accepted.map(({ record }) => record))
    if (rejected.length > 0) throw new RejectedRecords(rejected)
  }

  function subscribe(subscription: Subscription): Subscriber {
    const subscriber = createMember({
      url,
      subscription,
      listPlaces: () => places.list(subscription.topics),
      log,
    })
    subscribers.add(subscriber)
    return subscriber
  }

  async function start(): Promise<void> {
    await makeSchema(sql)
    await forgetting.start?.()
  }

  async function close(): Promise<void> {
    await Promise.all([...subscribers].map((subscriber) => subscriber.stop()))
    await forgetting.stop()
    await sql.end({ timeout: 5 })
  }

  const eventLog: EventLog = {
    publish,
    subscribe,
    lag: (group, topics) => readLag(sql, group, topics),
    read: (topics, take, signal) => readAll(sql, topics, take, signal),
    close,
  }
  return { eventLog, start, close }
}

async function readLag(sql: Sql, group: string, topics: string[]): Promise<Record<string, PartitionLag[]>> {
  const rows = await sql<{ topic: string; partition: number; next_offset: string; end_offset: string }[]>`
    select p.topic, p.partition, p.next_offset as end_offset, greatest(
      coalesce(o.next_offset, 0),
      coalesce((select b.end_offset - b.records from event_log.batches b
        where b.topic = p.topic and b.partition = p.partition order by b.end_offset limit 1), p.next_offset)) as next_offset
    from event_log.partitions p
    left join event_log.offsets o
      on o.consumer_group = ${group} and o.topic = p.topic and o.partition = p.partition
    where p.topic in (select jsonb_array_elements_text(${JSON.stringify(topics)}::text::jsonb))
    order by p.topic, p.partition`
  const ofTopic = (name: string) =>
    rows
      .filter(({ topic }) => topic === name)
      .map(
        ({ partition, next_offset, end_offset }): PartitionLag => ({
          partition,
          nextOffset: Number(next_offset),
          endOffset: Number(end_offset),
        }),
      )
  return Object.fromEntries(topics.map((topic) => [topic, ofTopic(topic)]))
}
