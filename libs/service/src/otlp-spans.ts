import { diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from './log.ts'
import type { Span, SpanStart, Tracer, Tracing } from './spans.ts'
import { outsideOfTraces, TRACEPARENT } from './trace-context.ts'

/** The one file that knows OpenTelemetry's SDK. It is loaded where a collector is set, and nowhere else. */

export type OtlpOptions = {
  endpoint: string
  headers: Record<string, string>
  /** The share of traces that is recorded, decided where a trace begins. */
  ratio: number
  version: string
  log: Log
}

/** Of one export with its retries: a stop waits for the last. */
const TIMEOUT_MS = 4_000

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}

/** Sends spans in batches, at most every five seconds. While the collector is away, spans past 2,048 are dropped. */
export function exportSpans({ endpoint, headers, ratio, version, log }: OtlpOptions): Tracing {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: TIMEOUT_MS })
  const processor = new BatchSpanProcessor({ exporter })
  const sampler = new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) })
  const sayLost = sayFailures(log)
  return {
    tracerOf: (service) => {
      const ids = createIds()
      const provider = new TracerProvider({
        resource: resourceFromAttributes({
          'service.namespace': 'walkon',
          'service.name': service,
          'service.version': version,
        }),
        sampler,
        spanProcessors: [processor],
        idGenerator: ids,
      })
      return toTracer(provider, ids)
    },
    close: () => processor.shutdown().catch(sayLost),
  }
}

/** The SDK lets no caller choose the id of a trace that begins; ours are the ids of requests. */
function createIds() {
  const random = new RandomIdGenerator()
  let next: string | null = null
  return {
    take: (traceId: string | null) => void (next = traceId),
    generateTraceId: () => next ?? random.generateTraceId(),
    generateSpanId: () => random.generateSpanId(),
  }
}

function toTracer(provider: TracerProvider, ids: ReturnType<typeof createIds>): Tracer {
  const tracer = provider.getTracer('walkon')
  return (name, { kind, parent, traceId = null, startedAt, attributes }: SpanStart): Span => {
    ids.take(traceId)
    const span = tracer.startSpan(
      name,
      {
        kind: KINDS[kind],
        ...(startedAt && { startTime: startedAt }),
        ...(attributes && { attributes }),
      },
      toContext(parent),
    )
    const context = span.spanContext()
    return {
      traceId: context.traceId,
      traceparent: `00-${context.traceId}-${context.spanId}-0${context.traceFlags & 1}`,
      isRecorded: span.isRecording(),
      end: ({ name: newName, attributes: more, failed = false, endedAt } = {}) => {
        if (newName) span.updateName(newName)
        if (more) span.setAttributes(more)
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
        // The timer of the next export must not belong to this trace.
        outsideOfTraces(() => span.end(endedAt))
      },
    }
  }
}

function toContext(traceparent: string | null) {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & 1,
    isRemote: true,
  })
}

const SAY_AGAIN_MS = 60_000

const silent = () => {}

/** Logs at most once a minute that spans are lost. The SDK's own words can hold the collector's answer, so they stay out of the log. */
function sayFailures(log: Log): () => void {
  let saidAt = -SAY_AGAIN_MS
  const say = () => {
    if (performance.now() - saidAt < SAY_AGAIN_MS) return
    saidAt = performance.now()
    log.warn('spans not taken by the collector')
  }
  diag.setLogger(
    { error: say, warn: silent, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  )
  return say
}
