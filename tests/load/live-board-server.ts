import { createGateway } from '@walkon/gateway/app'
import { gatewaySettings } from '@walkon/gateway/config'
import { READ_AT_HEADER, STALE_HEADER, type LiveRide } from '@walkon/contracts/http/parks'
import { loadSettings } from '@walkon/service/config'
import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import Fastify from 'fastify'

/**
 * One server of the live-board benchmark, in a process of its own: `bare` is Fastify and nothing else, `upstream`
 * answers as park-data does, `gateway` is ours in front of it. Prints its port.
 */

const RIDES = 40
const READINGS_TODAY = 20

const board: LiveRide[] = Array.from({ length: RIDES }, (_, ride) => ({
  rideId: `00000000-0000-4000-8000-${String(ride).padStart(12, '0')}`,
  name: `Attraction number ${ride} of the park`,
  status: 'OPERATING',
  waitMinutes: (ride * 7) % 90,
  changedAt: '2026-07-01T16:00:00.000Z',
  previousWaitMinutes: ride % 3 === 0 ? 25 : null,
  usualMinutes: 35,
  today: Array.from({ length: READINGS_TODAY }, (_step, step) => [step * 30, (ride + step * 5) % 90]),
  popularity: 100 - ride,
}))
const body = JSON.stringify(board)

function bareFastify() {
  const app = Fastify()
  app.get('/api/parks/:parkId/live', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(body),
  )
  return app
}

function parkDataLike() {
  const app = Fastify()
  app.get('/:parkId/live', (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=2')
      .header('etag', '"board-1"')
      .header(READ_AT_HEADER, '2026-07-01T16:00:00.000Z')
      .header(STALE_HEADER, 'false')
      .send(body),
  )
  return app
}

function gateway(upstreamUrl: string) {
  const serviceUrls = Object.keys(gatewaySettings.shape).filter((name) => name.endsWith('_URL'))
  const settings = loadSettings(gatewaySettings, {
    // Every service is the upstream: the gateway starts with all that it needs, also with those that come later.
    ...Object.fromEntries(serviceUrls.map((name) => [name, upstreamUrl])),
    PUBLIC_URL: 'http://localhost:8080',
    // The board needs no web app, which may not be built.
    WEB_ROOT: import.meta.dirname,
    // One client stands for all of them here; the limit is counted, and not reached.
    RATE_LIMIT_PER_MINUTE: '1000000000',
  })
  const log = createLog({ service: 'gateway', level: 'warn' })
  return createGateway({ settings, log, metrics: createMetrics('gateway') })
}

const [kind, upstreamUrl = ''] = process.argv.slice(2)
const app = kind === 'bare' ? bareFastify() : kind === 'upstream' ? parkDataLike() : gateway(upstreamUrl)
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
