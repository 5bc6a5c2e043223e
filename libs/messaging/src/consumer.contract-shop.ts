import { defineEvent, type EventDefinition } from '@walkon/contracts/event'
import { deadLetterTopic } from '@walkon/contracts/topics'
import type { Database, Transaction } from '@walkon/service/database'
import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { createTestDatabase } from '@walkon/testing/database'
import { aRecord, anEvent } from '@walkon/testing/events'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { countUnread } from './consumer-lag.ts'
import { createConsumer } from './consumer.ts'
import type { LogUnderTest } from './event-log.contract-log.ts'
import type { EventLog, LogRecord } from './event-log.ts'
import { on } from './inbox.ts'
import { publishPending } from './outbox.ts'

/** A consumer that notes which doors were opened, for the contract of consumers. */

export type ShopDatabase = Awaited<ReturnType<typeof createShopDatabase>>

export async function createShopDatabase() {
  const database = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
  await database.db.execute(sql`create table opened (door text not null)`)
  return database
}

/** The event on a topic of its own, and a group that reads it. */
export async function aShop(log: LogUnderTest) {
  const doorOpened = defineEvent({
    type: 'DoorOpened',
    summary: 'A door was opened.',
    topic: await log.newTopic(),
    publisher: 'billing',
    key: (data) => data.door,
    data: z.object({ door: z.string() }),
  })
  const eventLog = await log.connect()
  const anOpening = (door: string): LogRecord => aRecord(anEvent(doorOpened, { door }), doorOpened)
  return { doorOpened, eventLog, anOpening, group: randomUUID() }
}

type Shop = { db: Database; eventLog: EventLog; group: string }
type DoorOpened = EventDefinition<'DoorOpened', z.ZodObject<{ door: z.ZodString }>>

/** Notes each opened door, after what the test does in the same transaction. */
export async function startConsumer(
  { db, eventLog, group }: Shop,
  doorOpened: DoorOpened,
  inTransaction: (doors: string[], tx: Transaction) => Promise<void> = async () => {},
) {
  const lines: string[] = []
  const log = createLog({ service: 'shop', level: 'warn' }, { write: (line) => void lines.push(line) })
  const onFatal = vi.fn()
  const note = on(doorOpened, async (events, tx) => {
    const doors = events.map(({ data }) => data.door)
    await inTransaction(doors, tx)
    for (const door of doors) await tx.execute(sql`insert into opened (door) values (${door})`)
  })
  const consumer = createConsumer({
    group,
    eventLog,
    db,
    handlers: [note],
    log,
    metrics: createMetrics('shop'),
    onFatal,
  })
  onTestFinished(async () => {
    await consumer.stop()
  })
  await consumer.start?.()
  const warnings = () => lines.map((line): unknown => JSON.parse(line).msg)
  return { onFatal, warnings, stop: () => consumer.stop() }
}

export async function countOpenings(db: Database, door: string): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from opened where door = ${door}`,
  )
  return row?.count ?? 0
}

export async function isDrained(eventLog: EventLog, group: string, topic: string): Promise<void> {
  expect(countUnread((await eventLog.lag(group, [topic]))[topic] ?? [])).toBe(0)
}

/** Publishes the dead letters and reads all of them. */
export async function readDeadLetters(db: Database, eventLog: EventLog, topic: string): Promise<LogRecord[]> {
  while ((await publishPending(db, eventLog)) > 0);
  const group = randomUUID()
  const records: LogRecord[] = []
  const subscriber = eventLog.subscribe({
    group,
    topics: [deadLetterTopic(topic)],
    maxBatch: 100,
    onBatch: async (batch) => void records.push(...batch.records),
    onFatal: () => {},
  })
  await subscriber.start()
  await vi.waitFor(() => isDrained(eventLog, group, deadLetterTopic(topic)))
  await subscriber.stop()
  return records
}
