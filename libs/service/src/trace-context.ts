import { AsyncLocalStorage } from 'node:async_hooks'
import { createEarlySpans, type EarlySpans } from './early-spans.ts'
import type { Span, SpanStart, Tracer } from './spans.ts'

type Work = {
  /** 32 hex digits, as in a W3C `traceparent`. A request's is its id, so that the id of an answer leads to the events, letters and messages that followed. */
  traceId: string | null
  tracer: Tracer | null
  /** The recorded spans of the work, at most one of each trace: a batch has as many traces as its records. */
  spans: readonly Span[]
  /** Begins the trace of work that may have nothing to tell. */
  begin?: () => Span | null
  /** Requests of the work before its trace began. */
  early?: EarlySpans
}

const present = new AsyncLocalStorage<Work>()

export const TRACEPARENT = /^00-((?!0{32})[0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})$/

const TRACE_ID = /^(?!0{32})[0-9a-f]{32}$/

/** Null outside of a trace. */
export const currentTraceId = (): string | null => present.getStore()?.traceId ?? null

/** The recorded span of the present work in a trace. Given null, that of a trace which begins now, where the work may begin one. */
export function currentSpan(traceId: string | null): Span | null {
  const work = present.getStore()
  if (!work) return null
  if (traceId === null) return work.begin?.() ?? null
  return work.spans.find((span) => span.traceId === traceId) ?? null
}

/** Begins the trace of the present work, as its first event does: for a call to another company that has an effect by itself. */
export const beginTrace = (): void => void currentSpan(null)

type InTrace = { tracer?: Tracer | null; spans?: readonly Span[] }

/** Does work in a trace, and in these spans of it. Given no trace, the work belongs to that of its caller. */
export function inTrace<Result>(
  traceId: string | null,
  work: () => Result,
  { tracer, spans = [] }: InTrace = {},
): Result {
  if (traceId === null && spans.length === 0) return work()
  const outer = present.getStore()
  const inherited = outer && traceId === outer.traceId && spans.length === 0 ? outer.spans : spans
  return present.run({ traceId, tracer: tracer ?? outer?.tracer ?? null, spans: inherited }, work)
}

/** Does work outside of any trace: what it leaves running belongs to none. */
export const outsideOfTraces = <Result>(work: () => Result): Result => present.exit(work)

/**
 * Does work that begins a trace with its first span, as a turn of a job does: a turn that finds nothing to do has no span. The work is the
 * span's whole time. Without a tracer it is done as it is.
 */
export async function inTraceOfItsOwn<Result>(
  name: string,
  work: () => Promise<Result>,
  tracer: Tracer | null = present.getStore()?.tracer ?? null,
): Promise<Result> {
  if (!tracer) return work()
  const startedAt = new Date()
  let span: Span | null = null
  let hasEnded = false
  const early = createEarlySpans(tracer)
  const own: Work = {
    traceId: null,
    tracer,
    spans: [],
    early,
    begin: () => {
      if (span || hasEnded) return span
      span = tracer(name, { kind: 'internal', parent: null, startedAt })
      own.traceId = span.traceId
      delete own.early
      if (span.isRecorded) {
        own.spans = [span]
        early.startBelow(span.traceparent)
      }
      return span
    },
  }
  const end = (failed: boolean) => {
    hasEnded = true
    span?.end({ failed })
  }
  try {
    const result = await present.run(own, work)
    end(false)
    return result
  } catch (error) {
    end(true)
    throw error
  }
}

/** Starts a span of the present work's service below a `traceparent` whose trace is sampled; null for any other. */
export function startSpanBelow(
  traceparent: string | null | undefined,
  name: string,
  start: Omit<SpanStart, 'parent'>,
  tracer: Tracer | null = present.getStore()?.tracer ?? null,
): Span | null {
  return tracer && isSampled(traceparent) ? tracer(name, { ...start, parent: traceparent }) : null
}

/**
 * Starts a span below that of the present work; null where the work has none, or belongs to several traces. In work whose trace has not
 * begun, the span is sent if it does: a poll reads first what it tells then.
 */
export function startChildSpan(name: string, start: Omit<SpanStart, 'parent'>): Pick<Span, 'end'> | null {
  const { spans = [], early } = present.getStore() ?? {}
  if (early) return early.start(name, start)
  return spans.length === 1 ? startSpanBelow(spans[0]?.traceparent, name, start) : null
}

export const isSampled = (traceparent: string | null | undefined): traceparent is string =>
  (Number.parseInt(TRACEPARENT.exec(traceparent ?? '')?.[3] ?? '0', 16) & 1) === 1

/** The trace of a request id; null for an id that is no UUID. */
export function traceOfRequest(requestId: string): string | null {
  const digits = requestId.replaceAll('-', '').toLowerCase()
  return TRACE_ID.test(digits) ? digits : null
}
