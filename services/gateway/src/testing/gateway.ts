import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import Fastify, { type FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { createGateway, type GatewayDeps } from '../app.ts'
import { gatewaySettings, urlsOfServices, type GatewaySettings } from '../config.ts'

/** Nothing listens there: the discard port. */
export const NOWHERE = 'http://127.0.0.1:9'

/** The middle of a minute, so that no window of the limits ends during a test, and nothing shared grows old. */
const STARTED_AT_MS = Math.floor(Date.now() / 60_000) * 60_000 + 30_000

export type TestDeps = Partial<Pick<GatewayDeps, 'now' | 'log' | 'metrics' | 'sharedCounts'>>

/** The gateway with services that are away, but for those that a test names. Its clock stands still unless a test brings one. */
export function createTestGateway(
  overrides: Partial<GatewaySettings> = {},
  deps: TestDeps = {},
): FastifyInstance {
  const settings = gatewaySettings.parse({
    PUBLIC_URL: 'http://walkon.example',
    ...urlsOfServices(() => NOWHERE),
    WEB_ROOT: import.meta.dirname,
  })
  const app = createGateway({
    settings: { ...settings, ...overrides },
    log: createLog({ service: 'gateway', level: 'silent' }),
    metrics: createMetrics('gateway'),
    now: () => STARTED_AT_MS,
    ...deps,
  })
  onTestFinished(() => app.close())
  return app
}

/** A service on a port of its own, as long as the test runs. Returns its address. */
export async function startService(describe: (app: FastifyInstance) => void): Promise<string> {
  const app: FastifyInstance = Fastify({ forceCloseConnections: true, bodyLimit: 20 * 1024 * 1024 })
  describe(app)
  onTestFinished(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

/** A service that answers with what it was asked. */
export const startEcho = () =>
  startService((app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    app.all('*', (request, reply) => {
      reply.header('x-powered-by', 'echo').header('keep-alive', 'timeout=72')
      return {
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: request.body ?? null,
      }
    })
  })
