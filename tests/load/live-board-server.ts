import { READ_AT_HEADER, STALE_HEADER } from '@walkon/contracts/http/parks'
import Fastify from 'fastify'
import { benchGateway } from './bench-gateway.ts'
import { sampleBoard } from './sample-board.ts'

/**
 * One server of the live-board benchmark, in a process of its own: `bare` is Fastify and nothing else, `upstream`
 * answers as park-data does, `gateway` is ours in front of it. Prints its port.
 */

const body = JSON.stringify(sampleBoard)

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

const [kind, upstreamUrl = ''] = process.argv.slice(2)
const app = kind === 'bare' ? bareFastify() : kind === 'upstream' ? parkDataLike() : benchGateway(upstreamUrl)
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
