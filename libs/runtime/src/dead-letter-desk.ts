import {
  DEAD_LETTERS_LIMIT,
  deadLetters,
  letterAct,
  letterOutcome,
  type DeadLetter,
  type LetterOutcome,
} from '@walkon/contracts/http/dead-letters'
import { problems } from '@walkon/contracts/http/problem'
import { deadLetterTopic } from '@walkon/contracts/topics'
import { topicsOf } from '@walkon/messaging/consumer'
import {
  readDeadLetters,
  replayDeadLetter,
  type FoundLetter,
  type ReplayOutcome,
} from '@walkon/messaging/dead-letter-replay'
import { listStandings, type Standing } from '@walkon/messaging/dead-letter-standing'
import type { LogReader } from '@walkon/messaging/event-log'
import type { Handler } from '@walkon/messaging/inbox'
import { accountOf } from '@walkon/service/access'
import type { Database, Transaction } from '@walkon/service/database'
import { AppError, notFound } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { audit } from './admin-actions.ts'

export type DeadLetterDeskOptions = {
  db: Database
  eventLog: LogReader
  /** The service's name, which is that of its consumer. */
  consumer: string
  handlers: Handler[]
  now: () => Date
  /** The service's check of an admin in addition to the token; throws a refusal. */
  demandAdmin?: (request: Parameters<typeof accountOf>[0]) => Promise<void>
  readWithinMs?: number
}

/** Below the gateway's limit for an answer. A broker takes some seconds to let a new reader in. */
const READ_WITHIN_MS = 9_000

const config = { access: 'admin' } as const
const tags = ['dead-letters']

const list = {
  summary: 'List the records that the service could not apply',
  operationId: 'listDeadLetters',
  tags,
  success: `The newest ${DEAD_LETTERS_LIMIT} of each topic with what was wrong, without what the records say.`,
  response: { 200: deadLetters },
}
const replay = {
  summary: 'Give a record to its handler again, or try it',
  operationId: 'replayDeadLetter',
  tags,
  success: 'What became of the record, or would: it is applied once, however often this is called.',
  body: letterAct,
  response: { 200: letterOutcome, ...problems('dead-letter-not-found') },
}

/** The way back for dead letters, for every service that hears events (docs/decisions/dead-letters-go-back-to-their-consumer.md). */
export async function deadLetterDesk(app: HttpApp, options: DeadLetterDeskOptions): Promise<void> {
  const { db, handlers, now, demandAdmin } = options

  app.get('/dead-letters', { config, schema: list }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    await demandAdmin?.(request)
    const { letters, total } = await listNewest(options)
    const standings = await listStandings(letters, { db, handlers, now: now() })
    return { letters: letters.map((letter, index) => toView(letter, standings[index])), total }
  })

  app.post('/dead-letters/replay', { config, schema: replay }, async (request) => {
    await demandAdmin?.(request)
    const { id, isDryRun, reason } = request.body
    const actorId = accountOf(request).userId
    const letter = await findLetter(options, id)
    if (!letter) throw notFound('dead-letter')
    const record = (action: string) => (tx: Transaction) =>
      audit(tx, { actorId, action, subjectId: id, reason, now: now() })
    const outcome = await replayDeadLetter(letter, {
      db,
      handlers,
      now: now(),
      isKept: !isDryRun,
      ...(!isDryRun && { onApplied: record('replay-dead-letter') }),
    })
    // An act that changes nothing was a try, even if it was asked to apply.
    if (isDryRun || outcome.kind !== 'applied') await db.transaction(record('try-dead-letter'))
    return toOutcome(outcome, isDryRun)
  })
}

async function listNewest(
  options: DeadLetterDeskOptions,
): Promise<{ letters: FoundLetter[]; total: number }> {
  const topics = new Map(topicsOf(options.handlers).map((topic): [string, FoundLetter[]] => [topic, []]))
  let total = 0
  await readWithinTime(options, [...topics.keys()], (letter) => {
    total++
    const newest = topics.get(letter.original.topic)
    newest?.push(letter)
    if (newest && newest.length > DEAD_LETTERS_LIMIT) newest.shift()
  })
  return { letters: [...topics.values()].flat(), total }
}

async function findLetter(options: DeadLetterDeskOptions, id: string): Promise<FoundLetter | null> {
  const topic = topicsOf(options.handlers).find((heard) => id.startsWith(`${deadLetterTopic(heard)}/`))
  if (topic === undefined) return null
  const found: FoundLetter[] = []
  await readWithinTime(options, [topic], (letter) => {
    if (letter.id === id) found.push(letter)
  })
  return found[0] ?? null
}

async function readWithinTime(
  { eventLog, consumer, readWithinMs = READ_WITHIN_MS }: DeadLetterDeskOptions,
  topics: string[],
  take: (letter: FoundLetter) => void,
): Promise<void> {
  const signal = AbortSignal.timeout(readWithinMs)
  try {
    await readDeadLetters(eventLog, { consumer, topics, signal }, take)
  } catch (error) {
    if (!signal.aborted) throw error
    throw new AppError('unavailable', 'The event log was not read in time', { cause: error })
  }
}

function toView({ id, errorClass, errorMessage, original }: FoundLetter, standing?: Standing): DeadLetter {
  const { topic, partition, offset, headers } = original
  const at = Date.parse(headers['ce_time'] ?? '')
  return {
    id,
    topic,
    partition,
    offset: String(offset),
    type: headers['ce_type'] ?? null,
    occurredAt: Number.isNaN(at) ? null : new Date(at).toISOString(),
    errorClass,
    errorMessage,
    standing: standing ?? 'unreadable',
  }
}

function toOutcome(outcome: ReplayOutcome, isDryRun: boolean): LetterOutcome {
  const { kind } = outcome
  if (kind === 'applied') return { outcome: isDryRun ? 'would-be-applied' : 'applied', why: null }
  if (kind !== 'refused') return { outcome: kind, why: null }
  const { error } = outcome
  return { outcome: kind, why: error instanceof Error ? error.message : String(error) }
}
