import type { EventDefinition, EventOf } from '@walkon/contracts/event'
import type { Span, Tracer } from '@walkon/service/spans'
import { isSampled, startSpanBelow } from '@walkon/service/trace-context'

/**
 * Spans of records: one for all of a batch that have one type and one parent. A crowd of alerts is a span a batch and not a span a visitor.
 * Records of traces that are not sampled have none.
 */

type TracedRecord = { record: { topic: string }; event: EventOf<EventDefinition> }

export type RecordSpans = {
  of(events: EventOf<EventDefinition>[]): Span[]
  end(failed: boolean): void
}

const NO_SPANS: RecordSpans = { of: () => [], end: () => {} }

/** Starts the spans of a batch that a consumer applies: `process AlertTriggered`. */
export function startRecordSpans(tracer: Tracer | null, group: string, records: TracedRecord[]): RecordSpans {
  if (!tracer) return NO_SPANS
  const sampled = records.filter(({ event }) => isSampled(event.traceparent))
  if (sampled.length === 0) return NO_SPANS
  const counts = Map.groupBy(sampled, ({ event }) => keyOf(event))
  const spans = new Map<string, Span>()
  for (const { event, record } of sampled) {
    const key = keyOf(event)
    if (spans.has(key)) continue
    const attributes = {
      'messaging.operation.type': 'process',
      'messaging.destination.name': record.topic,
      'messaging.consumer.group.name': group,
      'messaging.batch.message_count': counts.get(key)?.length ?? 0,
    }
    const start = { kind: 'consumer' as const, attributes }
    const span = startSpanBelow(event.traceparent, `process ${event.type}`, start, tracer)
    if (span) spans.set(key, span)
  }
  return {
    of: (events) => [...new Set(events.flatMap((event) => spans.get(keyOf(event)) ?? []))],
    end: (failed) => spans.forEach((span) => span.end({ failed })),
  }
}

/**
 * Records that these events waited in the outbox until the log had them: `publish AlertTriggered`, from the emission to this moment.
 * Given the headers of records.
 */
export function tracePublished(tracer: Tracer | null, published: Record<string, string>[]): void {
  if (!tracer) return
  const sampled = published.filter(({ traceparent }) => isSampled(traceparent))
  const alike = Map.groupBy(sampled, ({ ce_type, traceparent }) => `${ce_type} ${traceparent}`)
  for (const [, [first, ...others]] of alike) {
    const { ce_type: type, ce_time: time = '', traceparent } = first ?? {}
    const start = {
      kind: 'producer' as const,
      startedAt: new Date(time),
      attributes: { 'messaging.operation.type': 'send', 'messaging.batch.message_count': others.length + 1 },
    }
    startSpanBelow(traceparent, `publish ${type}`, start, tracer)?.end()
  }
}

const keyOf = ({ type, traceparent }: EventOf<EventDefinition>) => `${type} ${traceparent}`
