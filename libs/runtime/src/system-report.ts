import {
  SYSTEM_FIGURES,
  systemReport,
  type SystemFigure,
  type SystemFigureName,
} from '@walkon/contracts/http/system'
import type { HttpApp } from '@walkon/service/http'
import type { Metrics } from '@walkon/service/metrics'

/** `GET /system`, for every service: the metrics that staff look at, which the gateway does not reach at `/metrics`. */
export async function systemRoutes(
  app: HttpApp,
  { metrics, now }: { metrics: Metrics; now: () => Date },
): Promise<void> {
  const startedAt = now().toISOString()
  app.get(
    '/system',
    {
      config: { access: 'support' },
      schema: {
        summary: 'Read the figures of the running service',
        operationId: 'readSystem',
        tags: ['system'],
        success: 'The figures of the process that answers; those of tables are the same in each replica.',
        response: { 200: systemReport },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      const figures = await Promise.all(SYSTEM_FIGURES.map((name) => readFigures(metrics, name)))
      return { startedAt, readAt: now().toISOString(), figures: figures.flat() }
    },
  )
}

/** A metric that the service does not have gives no figure. */
async function readFigures(metrics: Metrics, name: SystemFigureName): Promise<SystemFigure[]> {
  const metric = metrics.getSingleMetric(name)
  if (!metric) return []
  const { values, type } = await metric.get()
  const figures = values.map(({ labels, value }) => ({ name, labels: toText(labels), value }))
  if (figures.length > 0) return figures
  // A counter begins with its first count. A gauge without labels has a value unless it could not be read.
  if (String(type) === 'counter') return [{ name, labels: {}, value: 0 }]
  const hasLabels = 'labelNames' in metric && Array.isArray(metric.labelNames) && metric.labelNames.length > 0
  return hasLabels ? [] : [{ name, labels: {}, value: null }]
}

const toText = (labels: Partial<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]))
