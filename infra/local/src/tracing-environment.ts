import type { Environment } from '@walkon/service/config'
import type { LocalSettings } from './settings.ts'

/** A collector's settings for processes of their own; in one process the run itself records. */
export const toTracing = (settings: LocalSettings): Environment => ({
  ...(settings.OTEL_EXPORTER_OTLP_ENDPOINT && {
    OTEL_EXPORTER_OTLP_ENDPOINT: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
  }),
  OTEL_TRACES_SAMPLER_ARG: String(settings.OTEL_TRACES_SAMPLER_ARG),
})
