import { randomBytes } from 'node:crypto'
import type { SpanEnd, SpanStart, Tracer } from '../spans.ts'

export type RecordedSpan = SpanStart & { name: string; traceparent: string; ended: SpanEnd | null }

/** A tracer that samples every trace and keeps its spans. */
export function createTestTracer(): { tracer: Tracer; spans: RecordedSpan[] } {
  const spans: RecordedSpan[] = []
  const tracer: Tracer = (name, start) => {
    const traceId = start.parent?.split('-')[1] ?? start.traceId ?? randomBytes(16).toString('hex')
    const traceparent = `00-${traceId}-${randomBytes(8).toString('hex')}-01`
    const recorded: RecordedSpan = { ...start, name, traceparent, ended: null }
    spans.push(recorded)
    const end = (outcome: SpanEnd = {}) => void (recorded.ended = outcome)
    return { traceId, traceparent, isRecorded: true, end }
  }
  return { tracer, spans }
}
