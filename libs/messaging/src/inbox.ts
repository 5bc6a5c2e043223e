import type { EventDefinition, EventOf } from '@walkon/contracts/event'
import { EVENT_TYPES } from '@walkon/contracts/event-types'
import { inboxHours, topicOf } from '@walkon/contracts/topics'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import type { Tracer } from '@walkon/service/spans'
import { inTrace } from '@walkon/service/trace-context'
import { readCloudEvent, readData, traceIdOf, UnreadableMessage } from './cloud-event.ts'
import type { LogRecord } from './event-log.ts'
import { insertMarks, listReceived } from './inbox-marks.ts'
import { startRecordSpans } from './record-spans.ts'

/** Where the events of a batch stand in the log. */
export type LogPosition = {
  /** True if the log holds nothing newer in their partition. False where the log does not say. */
  isNewest(): Promise<boolean>
  /** Given again by an operator, out of its order: what came after it in the log may be applied already. */
  isReplayed?: true
}

export const AT_THE_END: LogPosition = { isNewest: async () => true }

export type Handler = {
  definition: EventDefinition
  /** Set by `onKeyed`. */
  isKeyed?: true
  /** Commits by itself before the transaction of `handle`, never for replayed records, and finds its own work when it is repeated. */
  ahead?(events: EventOf<EventDefinition>[], position: LogPosition): Promise<unknown>
  /** `prepared` is the result of `ahead` for exactly these events, if the batch holds no others. */
  handle(
    events: EventOf<EventDefinition>[],
    tx: Transaction,
    position: LogPosition,
    prepared?: unknown,
  ): Promise<void>
}

/**
 * Binds a function to the one event it reacts to. It is given the events of a batch that this service has not applied yet, in order, and
 * writes their effects in the transaction. Throw only for what no retry can mend; an infrastructure fault is waited out by the consumer.
 */
export function on<Definition extends EventDefinition, Prepared = unknown>(
  definition: Definition,
  handle: (
    events: EventOf<Definition>[],
    tx: Transaction,
    position: LogPosition,
    prepared?: Prepared,
  ) => Promise<void>,
  ahead?: (events: EventOf<Definition>[], position: LogPosition) => Promise<Prepared>,
): Handler {
  return { definition, handle, ...(ahead && { ahead }) }
}

/**
 * The same for a handler that finds applied events by keys of its own. An event of a crowd then costs no mark in the inbox. It can be given
 * an event again, by two processes at once too.
 */
export const onKeyed = <Definition extends EventDefinition>(
  definition: Definition,
  handle: (events: EventOf<Definition>[], tx: Transaction) => Promise<void>,
): Handler => ({ ...on(definition, handle), isKeyed: true })

/** A record whose event a handler takes, checked against its contract. */
export type ReadRecord = { record: LogRecord; event: EventOf<EventDefinition> }

export type SortedRecords = {
  readable: ReadRecord[]
  /** Records that no retry can mend: no event of ours, or one that breaks its contract. */
  unreadable: { record: LogRecord; error: UnreadableMessage }[]
  /** Types of events that no contract defines: of a newer release, or misspelled by a publisher. */
  unknownTypes: string[]
}

/** Reads records before anything is applied. Events of other listeners are passed over. */
export function sortRecords(handlers: Handler[], records: LogRecord[]): SortedRecords {
  const definitions = new Map(handlers.map(({ definition }) => [definition.type, definition]))
  const sorted: SortedRecords = { readable: [], unreadable: [], unknownTypes: [] }
  for (const record of records) {
    try {
      const event = readCloudEvent(record)
      const definition = definitions.get(event.type)
      if (definition) sorted.readable.push({ record, event: readData(definition, event) })
      else if (!EVENT_TYPES.has(event.type)) sorted.unknownTypes.push(event.type)
    } catch (error) {
      if (!(error instanceof UnreadableMessage)) throw error
      sorted.unreadable.push({ record, error })
    }
  }
  return sorted
}

/**
 * Applies records in one transaction. The marks in the inbox, the handlers' writes and the events they emit commit together: a record
 * delivered twice has its effect once. Rethrows the error of a handler; nothing is applied then.
 */
export async function applyReadable(
  db: Queryable,
  handlers: Handler[],
  records: ReadRecord[],
  position: LogPosition,
  traced: Traced = {},
): Promise<void> {
  if (records.length === 0) return
  const { tracer = null, group = '' } = traced
  const spans = startRecordSpans(tracer, group, records)
  const context: Applying = {
    position,
    inTraceOf: (events, work) => inTrace(traceOf(events), work, { tracer, spans: spans.of(events) }),
  }
  try {
    await applyInOrder(db, handlers, records, context)
  } catch (error) {
    spans.end(true)
    throw error
  }
  spans.end(false)
}

/** Records the spans of a consumer. */
export type Traced = { tracer?: Tracer | null; group?: string }

type Applying = {
  position: LogPosition
  inTraceOf: <Result>(events: EventOf<EventDefinition>[], work: () => Result) => Result
}

async function applyInOrder(
  db: Queryable,
  handlers: Handler[],
  records: ReadRecord[],
  { position, inTraceOf }: Applying,
): Promise<void> {
  const wentAhead = position.isReplayed ? [] : await goAhead(db, handlers, records, { position, inTraceOf })
  await db.transaction(async (tx) => {
    const fresh = await markReceived(tx, handlers, records)
    for (const run of runsOfOneType(fresh)) {
      for (const handler of handlers) {
        if (handler.definition.type !== run[0]?.type) continue
        await inTraceOf(run, () => handler.handle(run, tx, position, preparedFor(handler, run, wentAhead)))
      }
    }
  })
}

/** The trace of events that have one in common; null where they have several. */
function traceOf(events: EventOf<EventDefinition>[]): string | null {
  const [traceId = null, ...others] = new Set(events.map(({ traceparent }) => traceIdOf(traceparent)))
  return others.length === 0 ? traceId : null
}

type WentAhead = { handler: Handler; eventIds: string[]; isAlone: boolean; prepared: unknown }

/** The work ahead on events that were not applied before. */
async function goAhead(
  db: Queryable,
  handlers: Handler[],
  records: ReadRecord[],
  { position, inTraceOf }: Applying,
): Promise<WentAhead[]> {
  const done: WentAhead[] = []
  for (const handler of handlers) {
    const events = records.flatMap(({ event }) => (event.type === handler.definition.type ? [event] : []))
    const { ahead } = handler
    if (!ahead || events.length === 0) continue
    const applied = await listReceived(
      db,
      events.map(({ id }) => id),
    )
    const fresh = events.filter(({ id }) => !applied.has(id))
    if (fresh.length === 0) continue
    const prepared = await inTraceOf(fresh, () => ahead(fresh, position))
    const eventIds = fresh.map(({ id }) => id)
    done.push({ handler, eventIds, isAlone: events.length === records.length, prepared })
  }
  return done
}

/** Events of other types in the batch may change what `ahead` has found, as a pass changes whom a reading alerts. */
function preparedFor(handler: Handler, events: EventOf<EventDefinition>[], wentAhead: WentAhead[]): unknown {
  const work = wentAhead.find((done) => done.handler === handler)
  if (!work?.isAlone || work.eventIds.length !== events.length) return undefined
  return events.every(({ id }, place) => id === work.eventIds[place]) ? work.prepared : undefined
}

/** The same for records as they come; throws the first `UnreadableMessage` among them. */
export async function applyRecords(
  db: Database,
  handlers: Handler[],
  records: LogRecord[],
  position = AT_THE_END,
): Promise<void> {
  const { readable, unreadable } = sortRecords(handlers, records)
  if (unreadable[0]) throw unreadable[0].error
  await applyReadable(db, handlers, readable, position)
}

/** The events that were not applied before, each once, in their order. Those that need no mark count as not applied. */
async function markReceived(
  tx: Transaction,
  handlers: Handler[],
  records: ReadRecord[],
): Promise<EventOf<EventDefinition>[]> {
  const markedTypes = new Set(
    handlers.flatMap(({ isKeyed, definition }) => (isKeyed ? [] : [definition.type])),
  )
  const needsMark = ({ event }: ReadRecord) => markedTypes.has(event.type)
  const pending = await insertMarks(
    tx,
    records
      .filter(needsMark)
      .map(({ event, record }) => ({ id: event.id, hours: inboxHours(topicOf(record.topic)) })),
  )
  for (const record of records) if (!needsMark(record)) pending.add(record.event.id)
  const events = records.map(({ event }) => event)
  return events.filter(({ id }) => pending.delete(id))
}

/** Neighbours of one type go to their handler together; across types the order of the log is kept. */
function runsOfOneType(events: EventOf<EventDefinition>[]): EventOf<EventDefinition>[][] {
  const runs: EventOf<EventDefinition>[][] = []
  for (const event of events) {
    const last = runs.at(-1)
    if (last?.[0]?.type === event.type) last.push(event)
    else runs.push([event])
  }
  return runs
}
