import { deadLetterTopic } from '@walkon/contracts/topics'
import type { Database } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import { hash } from 'node:crypto'
import { asJsonb } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import { wakeRelay } from './emit.ts'
import type { LogRecord } from './event-log.ts'
import { insertBatches, insertNewEvents } from './outbox-batches.ts'

/** A record that cannot be applied, and why. */
export type DeadLetter = { record: LogRecord; error: unknown; attempts: number }

const LETTERS = '3f0c8f0e-5d6a-4a0b-9f0e-6b1d2a7c4e58'

/**
 * Sends records to `<topic>.dlq`: the original key, value and headers, and beside them the error. They leave through the outbox, in one
 * statement, so that no number of them holds the consumer up for long. A record that comes again, because its consumer died before it
 * acknowledged it, is the same letter.
 */
export async function sendToDeadLetters(db: Database, group: string, letters: DeadLetter[]): Promise<void> {
  if (letters.length === 0) return
  const rows = letters.map(({ record, error, attempts }) => ({
    id: letterId(group, record),
    topic: deadLetterTopic(record.topic),
    key: record.key === null ? null : storableText(record.key),
    value: record.value?.toString('base64') ?? null,
    headers: storable({ ...record.headers, ...errorHeaders(group, record, error, attempts) }),
  }))
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      with added as (${insertNewEvents(sql`
        select id, topic, key, decode(value, 'base64'), headers
        from jsonb_to_recordset(${asJsonb(rows)}) as r(id uuid, topic text, key text, value text, headers jsonb)`)}
        returning position)
      ${insertBatches(sql`added`)}`)
    wakeRelay(tx)
  })
}

/** Of the place and of the value: a topic that was lost and made again begins with the same offsets. */
function letterId(group: string, { topic, partition, offset, value }: LogRecord): string {
  const digest = hash('sha256', value ?? Buffer.alloc(0), 'hex')
  return deriveId(LETTERS, [group, topic, partition, offset, digest].join('|'))
}

const errorHeaders = (group: string, record: LogRecord, error: unknown, attempts: number) => ({
  'x-error-class': error instanceof Error ? error.name : typeof error,
  'x-error-message': (error instanceof Error ? error.message : String(error)).slice(0, 1_000),
  'x-original-topic': record.topic,
  'x-original-partition': String(record.partition),
  'x-original-offset': String(record.offset),
  'x-consumer': group,
  'x-attempts': String(attempts),
})

/** PostgreSQL's text and jsonb take no NUL and no unpaired surrogate; a dead letter goes without them. */
const storableText = (text: string) => text.replaceAll('\0', '').toWellFormed()

const storable = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [storableText(name), storableText(value)]),
  )
