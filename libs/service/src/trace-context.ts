import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The trace that the present work belongs to: 32 hex digits, as in a W3C `traceparent`. A request's is its id, so that the id of an answer
 * leads to the events, letters and messages that followed.
 */
const traces = new AsyncLocalStorage<string>()

const TRACE_ID = /^(?!0{32})[0-9a-f]{32}$/

/** Null outside of a trace. */
export const currentTraceId = (): string | null => traces.getStore() ?? null

/** Does work in a trace. Given none, the work belongs to that of its caller. */
export const inTrace = <Result>(traceId: string | null, work: () => Result): Result =>
  traceId === null ? work() : traces.run(traceId, work)

/** The trace of a request id; null for an id that is no UUID. */
export function traceOfRequest(requestId: string): string | null {
  const digits = requestId.replaceAll('-', '').toLowerCase()
  return TRACE_ID.test(digits) ? digits : null
}
