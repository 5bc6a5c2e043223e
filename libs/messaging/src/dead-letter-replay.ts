import { deadLetterTopic, inboxHours, topicOf } from '@walkon/contracts/topics'
import type { Database } from '@walkon/service/database'
import { sql } from 'drizzle-orm'
import type { EventLog, LogRecord } from './event-log.ts'
import { applyReadable, sortRecords, type Handler, type ReadRecord } from './inbox.ts'
import { REPLAYED } from './log-position.ts'
import { readTopics } from './read-log.ts'

/** A record that a consumer has set aside, and why. */
export type FoundLetter = {
  /** Where it is: `<topic>.dlq/<partition>/<offset>`. */
  id: string
  consumer: string
  errorClass: string
  errorMessage: string
  /** The record as it was published. */
  original: LogRecord
}

/** What became of a letter that was given to its consumer again. */
export type ReplayOutcome =
  | { kind: 'applied' }
  /** Its event was applied before: by an earlier replay, or as another record of the topic. */
  | { kind: 'applied-before' }
  | { kind: 'too-old'; hours: number }
  | { kind: 'superseded' }
  | { kind: 'refused'; error: unknown }

/** The dead letters of one consumer, oldest first. */
export async function listDeadLetters(
  eventLog: Pick<EventLog, 'subscribe' | 'lag'>,
  consumer: string,
  handlers: Handler[],
): Promise<FoundLetter[]> {
  const topics = [...new Set(handlers.map(({ definition }) => deadLetterTopic(definition.topic)))]
  const letters = (await readTopics(eventLog, topics)).map(toLetter)
  return letters.filter((letter) => letter.consumer === consumer)
}

function toLetter({ topic, partition, offset, key, value, headers }: LogRecord): FoundLetter {
  const entries = Object.entries(headers)
  return {
    id: `${topic}/${partition}/${offset}`,
    consumer: headers['x-consumer'] ?? '',
    errorClass: headers['x-error-class'] ?? '',
    errorMessage: headers['x-error-message'] ?? '',
    original: {
      topic: headers['x-original-topic'] ?? topic,
      partition: Number(headers['x-original-partition'] ?? partition),
      offset: BigInt(headers['x-original-offset'] ?? offset),
      key,
      value,
      headers: Object.fromEntries(entries.filter(([name]) => !name.startsWith('x-'))),
    },
  }
}

export type ReplayOptions = {
  db: Database
  handlers: Handler[]
  now: Date
  /** False tries the letter in a transaction that is taken back: the dry run. No handler may write beside it for a `REPLAYED` record. */
  isKept: boolean
}

/**
 * Gives a letter to the handlers of its consumer, in one transaction with the mark in the inbox, as the consumer does. It is
 * never published again: the other consumers of its topic have applied it, and may have forgotten that.
 */
export async function replayDeadLetter(
  { original }: FoundLetter,
  { db, handlers, now, isKept }: ReplayOptions,
): Promise<ReplayOutcome> {
  const { readable, unreadable } = sortRecords(handlers, [original])
  const [read] = readable
  if (!read)
    return { kind: 'refused', error: unreadable[0]?.error ?? new Error('No handler takes this event') }
  const obstacle = obstacleOf(read, now)
  if (obstacle) return obstacle
  try {
    if (await isMarked(db, read)) return { kind: 'applied-before' }
    await applyOrTry(db, handlers, read, isKept)
    return { kind: 'applied' }
  } catch (error) {
    return { kind: 'refused', error }
  }
}

/**
 * What is older than the marks of the inbox and of erasures might be applied a second time, or bring back a person who was
 * erased. An older value of a compacted topic would go over a newer one.
 */
function obstacleOf({ record, event }: ReadRecord, now: Date): ReplayOutcome | null {
  const topic = topicOf(record.topic)
  if (topic.cleanup === 'compact') return { kind: 'superseded' }
  const hours = inboxHours(topic)
  return now.getTime() - event.occurredAt.getTime() > hours * 3_600_000 ? { kind: 'too-old', hours } : null
}

async function isMarked(db: Database, { event }: ReadRecord): Promise<boolean> {
  const rows = await db.execute(sql`select 1 from inbox where event_id = ${event.id}`)
  return rows.length > 0
}

class TakenBack extends Error {}

async function applyOrTry(
  db: Database,
  handlers: Handler[],
  read: ReadRecord,
  isKept: boolean,
): Promise<void> {
  if (isKept) return applyReadable(db, handlers, [read], REPLAYED)
  try {
    await db.transaction(async (tx) => {
      await applyReadable(tx, handlers, [read], REPLAYED)
      throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
}
