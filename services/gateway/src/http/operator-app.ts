import type { Log } from '@walkon/service/log'
import type { Metrics } from '@walkon/service/metrics'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'

export type OperatorDeps = { log: Log; metrics: Metrics; isReady: () => boolean }

/** Probes and metrics, on a port that visitors do not reach. */
export function createOperatorApp({ log, metrics, isReady }: OperatorDeps): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
  })
  app.get('/livez', async () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) =>
    isReady() ? { status: 'ready' } : reply.code(503).send({ status: 'not-ready' }),
  )
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  )
  return app
}
