import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { clientNetwork } from '@walkon/service/client-network'
import { tooManyRequests } from '@walkon/service/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callbackify } from 'node:util'
import type { CountRequest } from './request-counts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if a request asks no service and is not counted: a park's whole wireless network is one client. */
    isFree?: (request: FastifyRequest) => boolean
  }
}

const MINUTE_MS = 60_000

/** No header that says how much is left: it would tell how much may be tried. */
const SAY_NOTHING = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
}

export type RateLimit = {
  /** Its name among the limits that are counted; routes of one name are counted together. */
  limit: string
  perMinute: number
  count: CountRequest
}

/** How much one client network may ask of the routes that are registered after it. */
export async function limitRates(
  app: FastifyInstance,
  { limit, perMinute, count }: RateLimit,
): Promise<void> {
  await app.register(rateLimit, {
    timeWindow: MINUTE_MS,
    max: perMinute,
    store: toStore(count),
    keyGenerator: ({ ip }) => `${limit}:${clientNetwork(ip)}`,
    allowList: (request) => request.routeOptions.config.isFree?.(request) === true,
    addHeaders: SAY_NOTHING,
    addHeadersOnExceeding: SAY_NOTHING,
    errorResponseBuilder: (_request, { ttl }) => tooManyRequests(limit, Math.ceil(ttl / 1000)),
  })
}

/** The plugin makes its store from a class. */
function toStore(count: CountRequest): FastifyRateLimitStoreCtor {
  const countThen = callbackify(count)
  return class Store implements FastifyRateLimitStore {
    incr: FastifyRateLimitStore['incr'] = (key, done, windowMs) => countThen(key, windowMs, done)
    child() {
      return this
    }
  }
}
