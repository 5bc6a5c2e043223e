import { AppError } from '@walkon/service/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { ProxyRoute } from './proxy-routes.ts'

/** How the routes that are registered after it read a body. */
export function readBodies(app: FastifyInstance, { areStreamed }: { areStreamed: boolean }): void {
  app.removeAllContentTypeParsers()
  if (areStreamed) {
    app.addContentTypeParser('*', (_request, body, done) => done(null, body))
  } else {
    // Held whole: too large a body is refused before the service hears of it, and a slow one occupies the gateway alone.
    app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  }
}

/** What the service is sent. Throws `body-too-large` for a streamed body that declares more than the route takes. */
export function toUpstreamBody(
  { body, headers }: FastifyRequest,
  { bodyLimitBytes }: Pick<ProxyRoute, 'bodyLimitBytes'>,
): Buffer | Readable | null {
  if (!(body instanceof Readable)) return Buffer.isBuffer(body) ? body : null
  if (Number(headers['content-length'] ?? 0) > bodyLimitBytes) throw tooLarge()
  return Readable.from(upTo(bodyLimitBytes, body), { objectMode: false })
}

/** A service that answers before the end is no reason to destroy the client's request: its connection has the answer to carry. */
async function* upTo(limitBytes: number, body: Readable): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length
    if (bytes > limitBytes) throw tooLarge()
    yield chunk as Buffer
  }
}

const tooLarge = () => new AppError('body-too-large', 'The body is too large')
