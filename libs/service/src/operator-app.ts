import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'
import { sendProblem } from './http.ts'
import type { Part } from './lifecycle.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

export type OperatorOptions = {
  log: Log
  metrics: Metrics
  /** Throws when the process must be replaced; answers `/livez`. Never looks at what the process depends on. */
  isAlive?: () => void
  /** Rejects while the process cannot do its work; answers `/readyz`, with the fields that it resolves with. Logs changes. */
  isReady: () => Promise<object | void>
}

export type OperatorApp = FastifyInstance

/** Probes and metrics of a process, on a port that neither visitors nor other services reach. */
export function createOperatorApp({ log, metrics, isAlive, isReady }: OperatorOptions): OperatorApp {
  const loggerInstance: FastifyBaseLogger = log.child({ part: 'operator' })
  const app: OperatorApp = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
  })
  app.setErrorHandler(sendProblem)
  app.setNotFoundHandler(() => {
    throw new AppError('route-not-found', 'There is nothing at this address')
  })
  app.get('/livez', async () => {
    isAlive?.()
    return { status: 'alive' }
  })
  app.get('/readyz', async (_request, reply) => {
    try {
      return Object.assign({ status: 'ready' }, await isReady())
    } catch {
      return reply.code(503).send({ status: 'not-ready' })
    }
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  )
  return app
}

/** Started first and stopped last, so that a process that starts or drains answers its probes. */
export const operatorPart = (
  app: OperatorApp,
  at: { OPERATOR_HOST: string; OPERATOR_PORT: number },
): Part => ({
  name: 'operator',
  start: () => app.listen({ host: at.OPERATOR_HOST, port: at.OPERATOR_PORT }),
  stop: () => app.close(),
})
