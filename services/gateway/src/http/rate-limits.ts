import rateLimit from '@fastify/rate-limit'
import { clientNetwork } from '@walkon/service/client-network'
import { tooManyRequests } from '@walkon/service/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a request asks no service and is not counted: a park's whole wireless network is one client. */
    isFree?: (request: FastifyRequest) => boolean
  }
}

const MINUTE_MS = 60_000

/** Clients that are remembered at once; beyond it, those that have been quiet longest are forgotten. */
const CLIENTS = 50_000

/** No header that says how much is left: it would tell how much may be tried. */
const SAY_NOTHING = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
}

/** How much one client may ask of the routes that are registered after it. A network of IPv6 (/64) is one client. */
export async function limitRates(app: FastifyInstance, max: number, onExceeded: () => void): Promise<void> {
  await app.register(rateLimit, {
    timeWindow: MINUTE_MS,
    max,
    cache: CLIENTS,
    keyGenerator: ({ ip }) => clientNetwork(ip),
    onExceeded,
    allowList: (request) => request.routeOptions.config.isFree?.(request) === true,
    addHeaders: SAY_NOTHING,
    addHeadersOnExceeding: SAY_NOTHING,
    errorResponseBuilder: (_request, { ttl }) => tooManyRequests(Math.ceil(ttl / 1000)),
  })
}
