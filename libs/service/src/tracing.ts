import type { z } from 'zod'
import type { baseSettings } from './config.ts'
import type { Log } from './log.ts'
import { traceOutgoingRequests } from './outgoing-requests.ts'
import type { Tracing } from './spans.ts'

export type TracingSettings = Pick<
  z.output<typeof baseSettings>,
  'BUILD_VERSION' | 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_TRACES_SAMPLER_ARG'
>

/** Null without `OTEL_EXPORTER_OTLP_ENDPOINT`: the SDK is not even loaded then. Once in a process. */
export async function startTracing(settings: TracingSettings, log: Log): Promise<Tracing | null> {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headers,
    OTEL_TRACES_SAMPLER_ARG: ratio,
    BUILD_VERSION: version,
  } = settings
  if (!endpoint) return null
  const { exportSpans } = await import('./otlp-spans.ts')
  const tracing = exportSpans({ endpoint, headers, ratio, version, log })
  const stopOutgoing = traceOutgoingRequests()
  return {
    tracerOf: tracing.tracerOf,
    close: async () => {
      stopOutgoing()
      await tracing.close()
    },
  }
}
