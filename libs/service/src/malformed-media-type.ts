import type { FastifyInstance } from 'fastify'

/** A type and a subtype (RFC 9110, section 8.3.1), before any parameter. */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(?:;|$)/

/** Takes a malformed `Content-Type` for none. Fastify would refuse it (415) before it looks for a parser, also for one of any type. */
export function dropMalformedMediaType(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    if (!MEDIA_TYPE.test(headers['content-type'] ?? '')) delete headers['content-type']
  })
}
