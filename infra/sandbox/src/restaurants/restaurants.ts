import type { FastifyInstance, FastifyReply } from 'fastify'
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { parks } from '../catalog/catalog.ts'
import type { Provider } from '../provider.ts'
import { reservableAt } from '../simulation/reservations.ts'
import { findTables, insertCheck } from '../state/tables.ts'
import type { Store } from '../state/store.ts'

type Deps = { store: Store; seed: string; apiKey: string; now: () => Date }

/** A provider of restaurant reservations. No real one has an open API (docs/decisions/tables-of-restaurants.md): the wire is the sandbox's own. */
export function restaurants(deps: Deps): Provider {
  return {
    name: 'restaurants',
    prefix: '/restaurants',
    routes: (app) => addRoutes(app, deps),
    isLookup: null,
    refusal: (status) => toErrorBody(REFUSALS[status]),
  }
}

const REFUSALS = { 429: 'rate_limited', 500: 'internal_error', 503: 'unavailable' } as const

const toErrorBody = (code: string) => ({ error: { code } })

class RestaurantsProblem extends Error {
  readonly status: number

  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

const tablesQuery = z.strictObject({ date: z.iso.date() })

function addRoutes(app: FastifyInstance, { store, seed, apiKey, now }: Deps): void {
  app.setErrorHandler(sendError)
  app.addHook('onRequest', async ({ headers }) => {
    const expected = Buffer.from(`Bearer ${apiKey}`)
    const given = Buffer.from(headers.authorization ?? '')
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new RestaurantsProblem(401, 'unauthorized')
  })

  app.get('/v1/restaurants', () => ({ data: [...reservable].map(([id, name]) => ({ id, name })) }))

  app.get('/v1/restaurants/:restaurantId/tables', (request) => {
    const { restaurantId } = z.object({ restaurantId: z.string() }).parse(request.params)
    const query = tablesQuery.safeParse(request.query)
    if (!query.success) throw new RestaurantsProblem(400, 'invalid_request')
    if (!reservable.has(restaurantId)) throw new RestaurantsProblem(404, 'unknown_restaurant')
    const { date } = query.data
    insertCheck(store, { restaurantId, date, checkedAt: now() })
    const tables = findTables(store, restaurantId, date) ?? reservableAt(seed, restaurantId, date, now())
    return { data: tables.map(({ time, partySize }) => ({ time, party_size: partySize })) }
  })
}

/** The restaurants of the parks of one operator; those of other parks take no reservations here. */
const reservable = new Map(
  parks
    .filter(({ queueStyle }) => queueStyle === 'lightning-lane')
    .flatMap(({ attractions }) => attractions)
    .filter(({ entityType }) => entityType === 'RESTAURANT')
    .map(({ id, name }) => [id, name]),
)

function sendError(thrown: unknown, _request: unknown, reply: FastifyReply) {
  if (thrown instanceof RestaurantsProblem) return reply.code(thrown.status).send(toErrorBody(thrown.message))
  const { statusCode } = z.looseObject({ statusCode: z.int().optional() }).catch({}).parse(thrown)
  if (statusCode === undefined || statusCode >= 500) throw thrown
  return reply.code(400).send(toErrorBody('invalid_request'))
}
