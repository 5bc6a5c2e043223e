import type { Span, SpanEnd, SpanStart, Tracer } from './spans.ts'

/** Spans of work whose trace has not begun: they are started once it does, with the times at which they were. */
export type EarlySpans = {
  start(name: string, start: Omit<SpanStart, 'parent'>): Pick<Span, 'end'>
  startBelow(traceparent: string): void
}

/** A turn that asks for long and tells nothing keeps no more. */
const MOST = 32

export function createEarlySpans(tracer: Tracer): EarlySpans {
  const waiting: ((parent: string) => void)[] = []
  return {
    start: (name, start) => {
      const startedAt = new Date()
      let span: Span | null = null
      let outcome: SpanEnd | null = null
      if (waiting.length < MOST)
        waiting.push((parent) => {
          span = tracer(name, { ...start, parent, startedAt })
          if (outcome) span.end(outcome)
        })
      return {
        end: (said = {}) => {
          outcome = { ...said, endedAt: new Date() }
          span?.end(outcome)
        },
      }
    },
    startBelow: (traceparent) => {
      for (const begin of waiting.splice(0)) begin(traceparent)
    },
  }
}
