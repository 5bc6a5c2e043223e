import { deadLetterTopic } from '@walkon/contracts/topics'
import type { Database } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { LogRecord } from './event-log.ts'
import { wakeRelay } from './emit.ts'

/**
 * Parks a record that cannot be applied on `<topic>.dlq`: the original key, value and headers, and beside them
 * what was wrong. It leaves through the outbox, so that parking survives what publishing may not.
 */
export async function park(
  db: Database,
  group: string,
  record: LogRecord,
  error: unknown,
  attempts: number,
): Promise<void> {
  const headers = storable({
    ...record.headers,
    'x-error-class': error instanceof Error ? error.name : typeof error,
    'x-error-message': (error instanceof Error ? error.message : String(error)).slice(0, 1_000),
    'x-original-topic': record.topic,
    'x-original-partition': String(record.partition),
    'x-original-offset': String(record.offset),
    'x-consumer': group,
    'x-attempts': String(attempts),
  })
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into outbox (event_id, topic, key, value, headers)
      values (${randomUUID()}, ${deadLetterTopic(record.topic)}, ${record.key === null ? null : textOf(record.key)}, ${record.value}, ${asJsonb(headers)})`)
    await wakeRelay(tx)
  })
}

/** PostgreSQL text and jsonb have no NUL and no half of a surrogate pair; what has one is parked without it. */
const textOf = (text: string) => text.replaceAll('\0', '').toWellFormed()

const storable = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [textOf(name), textOf(value)]))
