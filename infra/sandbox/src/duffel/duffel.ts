import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Provider } from '../provider.ts'
import { findFareCents, findSearch, insertSearch, type FlightSearch } from '../state/fares.ts'
import type { Store } from '../state/store.ts'
import { hasLogo, LOGO_PATH } from './airlines.ts'
import { DuffelProblem, invalid, notThere, timedOut, toErrorBody } from './errors.ts'
import { isTestRoute } from './itineraries.ts'
import { drawLogo } from './logo.ts'
import { offersOf, toId, type Offer, type Trip } from './offers.ts'
import { findPlace, suggestPlaces } from './places.ts'

type Deps = { store: Store; seed: string; accessToken: string; now: () => Date }

/** Duffel's API of flights, version 2, in test mode; and the logos of its assets, which are another host of Duffel's. */
export function duffel(deps: Deps): Provider {
  return {
    name: 'duffel',
    // Its own client keeps no path of a base address.
    prefix: '',
    routes: (app) => addRoutes(app, deps),
    isLookup: null,
    refusal: (status) => toErrorBody(refusals[status], randomUUID()),
  }
}

const refusals = {
  429: new DuffelProblem(
    429,
    'rate_limit_error',
    'rate_limit_exceeded',
    'Too many requests hit the API too quickly.',
  ),
  500: new DuffelProblem(500, 'api_error', 'internal_server_error', 'Something went wrong on our side.'),
  503: new DuffelProblem(503, 'api_error', 'service_unavailable', 'Please retry later.'),
}

function addRoutes(app: FastifyInstance, deps: Deps): void {
  app.setErrorHandler(sendError)
  app.get(`${LOGO_PATH}/:file`, (request, reply) => {
    const { file } = z.object({ file: z.string() }).parse(request.params)
    const code = /^([A-Z0-9]{2})\.svg$/.exec(file)?.[1]
    if (!code || !hasLogo(code)) return reply.code(404).type('application/xml').send('<Error/>')
    return reply.type('image/svg+xml').send(drawLogo(code))
  })
  app.register(async (api) => {
    api.addHook('onRequest', async (request) => checkHeaders(request, deps.accessToken))
    api.addHook('onSend', async (request, reply) => {
      reply.header('x-request-id', request.id)
    })
    addSearchRoutes(api, deps)
  })
}

const slice = z.strictObject({
  origin: z.string(),
  destination: z.string(),
  departure_date: z.iso.date(),
})
const newOfferRequest = z.strictObject({
  data: z.strictObject({
    slices: z.array(slice).min(1).max(2),
    passengers: z.array(z.strictObject({ type: z.literal('adult') })).length(1),
    cabin_class: z.enum(['first', 'business', 'premium_economy', 'economy']).default('economy'),
    max_connections: z.int().min(0).max(2).default(1),
  }),
})
const offerRequestQuery = z.strictObject({
  return_offers: z.stringbool().default(true),
  supplier_timeout: z.coerce.number().int().min(2_000).max(60_000).default(20_000),
})
const offersQuery = z.strictObject({
  offer_request_id: z.string(),
  sort: z.enum(['total_amount', '-total_amount', 'total_duration', '-total_duration']).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  max_connections: z.coerce.number().int().min(0).optional(),
  after: z.string().optional(),
})

function addSearchRoutes(app: FastifyInstance, { store, seed, now }: Deps): void {
  const offersFor = (search: FlightSearch) => {
    const trip = toTrip(search)
    return offersOf(seed, trip, findFareCents(store, search))
  }

  // The provider's own client asks with a slash before the query.
  for (const path of ['/air/offer_requests', '/air/offer_requests/']) {
    app.post(path, (request, reply) => {
      const { return_offers: withOffers } = parse(offerRequestQuery, request.query)
      const { data } = parse(newOfferRequest, request.body)
      const trip = toTrip(toSearch(data, now()))
      if (isTestRoute.timeOut(trip.origin, trip.destination)) throw timedOut()
      insertSearch(store, trip)
      const offers = withOffers ? { offers: offersFor(trip) } : {}
      return reply.code(201).send({ data: { ...toOfferRequest(trip, data), ...offers } })
    })
  }

  app.get('/air/offers', (request) => {
    const query = parse(offersQuery, request.query)
    const search = findSearch(store, query.offer_request_id)
    if (!search) throw notThere('offer request')
    const { page, after } = pageOf(
      sorted(offersFor(search), query.sort).filter(({ slices }) =>
        slices.every(({ segments }) => segments.length - 1 <= (query.max_connections ?? 2)),
      ),
      query,
    )
    return { data: page, meta: { limit: query.limit, before: null, after } }
  })

  app.get('/places/suggestions', (request) => {
    const { query } = parse(z.object({ query: z.string().min(1) }), request.query)
    return { data: suggestPlaces(query) }
  })
}

type OfferRequest = z.output<typeof newOfferRequest>['data']

function toSearch({ slices, max_connections: maxConnections }: OfferRequest, now: Date): FlightSearch {
  const [there, back] = slices
  if (!there) throw invalid('/slices', 'validation_required', "Field 'slices' can't be blank")
  // A day is over when it is over everywhere.
  const today = new Date(now.getTime() - 12 * 3_600_000).toISOString().slice(0, 10)
  for (const [index, { departure_date: date }] of slices.entries()) {
    if (date < today) {
      const message = `Field 'departure_date' must be after ${today}`
      throw invalid(`/slices/${index}/departure_date`, 'validation_inclusion', message)
    }
  }
  if (back && (back.origin !== there.destination || back.departure_date < there.departure_date)) {
    throw invalid(
      '/slices/1',
      'validation_inclusion',
      'The stand-in knows trips there and back, and no others',
    )
  }
  return {
    id: toId('orq', randomUUID()),
    origin: there.origin,
    destination: there.destination,
    departDate: there.departure_date,
    returnDate: back?.departure_date ?? null,
    maxConnections,
    searchedAt: now,
  }
}

function toTrip(search: FlightSearch): Trip {
  return { ...search, from: placeOf(search.origin, 'origin'), to: placeOf(search.destination, 'destination') }
}

function placeOf(code: string, field: 'origin' | 'destination') {
  const place = findPlace(code)
  if (place) return place
  const message = `Field '${field}' is not a valid IATA code: '${code}'`
  throw invalid(`/slices/0/${field}`, 'validation_inclusion', message)
}

/** An offer request as the API shows it, without its offers. */
function toOfferRequest({ id, from, to, searchedAt }: Trip, { slices, cabin_class: cabin }: OfferRequest) {
  return {
    id,
    live_mode: false,
    created_at: searchedAt.toISOString(),
    cabin_class: cabin,
    client_key: 'sandbox-client-key',
    passengers: [{ id: toId('pas', id), type: 'adult' as const }],
    slices: slices.map(({ departure_date: date }, index) => ({
      origin: index === 0 ? from : to,
      origin_type: (index === 0 ? from : to).type,
      destination: index === 0 ? to : from,
      destination_type: (index === 0 ? to : from).type,
      departure_date: date,
    })),
  }
}

function sorted(offers: Offer[], sort: z.output<typeof offersQuery>['sort']): Offer[] {
  const hasSort = sort !== undefined
  const keyOf = (offer: Offer) =>
    sort?.endsWith('total_amount')
      ? Number(offer.total_amount)
      : offer.slices.reduce((sum, { segments }) => sum + segments.length, 0)
  const ordered = hasSort ? offers.toSorted((one, other) => keyOf(one) - keyOf(other)) : offers
  return sort?.startsWith('-') ? ordered.toReversed() : ordered
}

/** `after` is the place of the next offer; the provider's is opaque. */
function pageOf(offers: Offer[], { limit, after }: { limit: number; after?: string | undefined }) {
  const from = after ? Number(Buffer.from(after, 'base64url').toString()) : 0
  const end = from + limit
  const next = end < offers.length ? Buffer.from(String(end)).toString('base64url') : null
  return { page: offers.slice(from, end), after: next }
}

function parse<Shape extends z.ZodType>(shape: Shape, given: unknown): z.output<Shape> {
  const read = shape.safeParse(given)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = (issue?.path ?? []).filter((part) => part !== 'data')
  throw invalid(`/${path.join('/')}`, 'validation_format', issue?.message ?? 'Invalid')
}

function checkHeaders({ headers }: FastifyRequest, accessToken: string): void {
  const expected = Buffer.from(`Bearer ${accessToken}`)
  const given = Buffer.from(headers.authorization ?? '')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    const message = 'The access token used is not recognized by our system'
    throw new DuffelProblem(401, 'authentication_error', 'access_token_not_found', message)
  }
  if (headers['duffel-version'] !== 'v2') {
    const message = 'The version set to the Duffel-Version header is no longer supported by the API.'
    throw new DuffelProblem(400, 'invalid_request_error', 'unsupported_version', message)
  }
}

function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (thrown instanceof DuffelProblem) return reply.code(thrown.status).send(toErrorBody(thrown, request.id))
  const { statusCode } = z.looseObject({ statusCode: z.int().optional() }).catch({}).parse(thrown)
  if (statusCode === undefined || statusCode >= 500) throw thrown
  const problem = new DuffelProblem(
    400,
    'invalid_request_error',
    'bad_request',
    'The request was unacceptable.',
  )
  return reply.code(400).send(toErrorBody(problem, request.id))
}
