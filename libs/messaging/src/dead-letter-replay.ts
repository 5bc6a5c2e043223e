import { deadLetterTopic, inboxHours, topicOf } from '@walkon/contracts/topics'
import type { Database, Transaction } from '@walkon/service/database'
import { tryInTransaction } from '@walkon/service/dry-run'
import type { LogReader, LogRecord } from './event-log.ts'
import { topicsOf } from './consumer.ts'
import { applyReadable, sortRecords, type Handler, type ReadRecord } from './inbox.ts'
import { listReceived } from './inbox-marks.ts'
import { REPLAYED } from './log-position.ts'

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

/** The outcome of a letter that was given to its consumer again. */
export type ReplayOutcome =
  | { kind: 'applied' }
  /** Its event was applied before: by an earlier replay, or as another record of the topic. */
  | { kind: 'applied-before' }
  | { kind: 'too-old'; hours: number }
  | { kind: 'superseded' }
  | { kind: 'refused'; error: unknown }

/** The dead letters of one consumer, oldest first. */
export async function listDeadLetters(
  eventLog: LogReader,
  consumer: string,
  handlers: Handler[],
): Promise<FoundLetter[]> {
  const letters: FoundLetter[] = []
  const search = { consumer, topics: topicsOf(handlers) }
  await readDeadLetters(eventLog, search, (letter) => void letters.push(letter))
  return letters
}

type LetterSearch = { consumer: string; topics: string[]; signal?: AbortSignal }

/** Hands over the dead letters that a consumer has of these topics, one by one: the log can hold more than memory should. */
export async function readDeadLetters(
  eventLog: LogReader,
  { consumer, topics, signal }: LetterSearch,
  take: (letter: FoundLetter) => void,
): Promise<void> {
  const takeOwn = (records: LogRecord[]) => {
    for (const letter of records.map(toLetter)) if (letter.consumer === consumer) take(letter)
  }
  await eventLog.read(topics.map(deadLetterTopic), takeOwn, signal)
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
  /** Writes in the transaction that applies the letter, such as the entry of who asked for it. */
  onApplied?: (tx: Transaction) => Promise<void>
}

/**
 * Gives a letter to the handlers of its consumer, in one transaction with the mark in the inbox, as the consumer does. It is
 * never published again: the other consumers of its topic have applied it, and may have forgotten that.
 */
export async function replayDeadLetter(
  { original }: FoundLetter,
  options: ReplayOptions,
): Promise<ReplayOutcome> {
  const { db, handlers, now } = options
  const { readable, unreadable } = sortRecords(handlers, [original])
  const [read] = readable
  if (!read)
    return { kind: 'refused', error: unreadable[0]?.error ?? new Error('No handler takes this event') }
  const obstacle = obstacleOf(read, now)
  if (obstacle) return obstacle
  try {
    const isMarked = (await listReceived(db, [read.event.id])).size > 0
    return { kind: !isMarked && (await applyOrTry(read, options)) ? 'applied' : 'applied-before' }
  } catch (error) {
    return { kind: 'refused', error }
  }
}

/**
 * A letter older than the marks of the inbox and of erasures might be applied a second time, or bring back an erased person. An older value
 * of a compacted topic would go over a newer one.
 */
export function obstacleOf(
  { record, event }: ReadRecord,
  now: Date,
): Extract<ReplayOutcome, { kind: 'too-old' | 'superseded' }> | null {
  const topic = topicOf(record.topic)
  if (topic.cleanup === 'compact') return { kind: 'superseded' }
  const hours = inboxHours(topic)
  return now.getTime() - event.occurredAt.getTime() > hours * 3_600_000 ? { kind: 'too-old', hours } : null
}

/** False where another replay has applied the letter meanwhile. */
async function applyOrTry(
  read: ReadRecord,
  { db, handlers, isKept, onApplied }: ReplayOptions,
): Promise<boolean> {
  let isApplied = false
  const heard = handlers.filter(({ definition }) => definition.type === read.event.type)
  // One more handler of the same event: it is given the event only if that was not applied before, in the same transaction.
  const last = heard.slice(0, 1).map(
    ({ definition }): Handler => ({
      definition,
      handle: async (_events, tx) => {
        isApplied = true
        await onApplied?.(tx)
      },
    }),
  )
  const apply = (to: Database | Transaction) => applyReadable(to, [...heard, ...last], [read], REPLAYED)
  if (isKept) await apply(db)
  else await tryInTransaction(db, apply)
  return isApplied
}
