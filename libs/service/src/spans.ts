/** Spans, in the terms of OpenTelemetry. Without a collector there is no `Tracer`, and nothing here costs anything. */

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer'

/** Route patterns, topics, types, providers, outcomes and counts; never a person, a ride, a park, an address or a token. */
export type Attributes = Record<string, string | number>

export type SpanStart = {
  kind: SpanKind
  /** The `traceparent` of the span that it follows; null begins a trace. */
  parent: string | null
  /** The trace that this span begins. */
  traceId?: string | null
  /** Now if left out. */
  startedAt?: Date
  attributes?: Attributes
}

export type SpanEnd = {
  name?: string
  attributes?: Attributes
  failed?: boolean
  /** Now if left out. */
  endedAt?: Date
}

export type Span = {
  traceId: string
  /** Makes the span the parent of what carries it (W3C Trace Context). */
  traceparent: string
  /** False for a trace that is not sampled: its spans hand the decision on and nothing else. */
  isRecorded: boolean
  end(outcome?: SpanEnd): void
}

/** Starts the spans of one service. */
export type Tracer = (name: string, start: SpanStart) => Span

/** The way of a process to its collector. */
export type Tracing = {
  tracerOf(service: string): Tracer
  /** Sends the spans that are not sent yet. */
  close(): Promise<void>
}
