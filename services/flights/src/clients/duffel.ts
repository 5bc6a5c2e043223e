import { fetchJson } from '@walkon/service/provider-client'
import { z } from 'zod'
import type { Offer } from '../domain/fare.ts'
import { FareFailure } from '../domain/fare-failure.ts'
import type { Trip } from '../domain/trip.ts'
import { toFareFailure, unusable } from './duffel-failure.ts'

/**
 * Duffel's flights (https://duffel.com/docs/api, version 2): its wire, and what its answers mean to us. Its own client has no time-out, no
 * limit of size and errors without a message (docs/decisions/flights-and-their-cost.md).
 */
export type DuffelOptions = {
  apiUrl: string
  accessToken: string
  /** For all requests of one search together. */
  timeoutSeconds: number
  now: () => Date
  /** Counts an offer that is none: it cannot be read, or has no positive total. */
  countDropped: (reason: 'unreadable' | 'no-price') => void
}

export type Duffel = ReturnType<typeof createDuffel>

/** The cheapest so many offers of a search are read. A busy route has thousands. */
const MOST_OFFERS = 50
/** A page of so many offers is a fifth of this. */
const LONGEST_BODY_BYTES = 4 * 1024 * 1024
/** The airlines' deadline is shorter than ours for Duffel: answers that came in time are not lost. */
const SUPPLIER_SHARE = 0.7
const LEAST_SUPPLIER_MS = 2_000
const MOST_SUPPLIER_MS = 60_000

const place = z.object({ iata_code: z.string() })
const carrier = z.object({
  name: z.string().min(1),
  iata_code: z
    .string()
    .regex(/^[A-Z0-9]{2}$/)
    .nullable()
    .catch(null),
  logo_symbol_url: z.string().nullable().catch(null),
})
/** Local times of the airports, without an offset: they are never read as an instant. */
const localTime = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
const segment = z.object({
  origin: place,
  destination: place,
  departing_at: localTime,
  arriving_at: localTime,
  stops: z.array(z.unknown()).catch([]),
})
const slice = z.object({ duration: z.string().nullable().catch(null), segments: z.array(segment).min(1) })
const offer = z.object({
  id: z.string(),
  total_amount: z.string().regex(/^\d{1,7}(\.\d{1,2})?$/),
  total_currency: z.string().regex(/^[A-Z]{3}$/),
  expires_at: z.iso.datetime({ offset: true }),
  owner: carrier,
  slices: z.array(slice).min(1).max(2),
})
const created = z.object({ data: z.object({ id: z.string().min(1) }) })
const listed = z.object({ data: z.array(z.unknown()) })

export function createDuffel({ apiUrl, accessToken, timeoutSeconds, now, countDropped }: DuffelOptions) {
  const supplierMs = Math.min(
    Math.max(Math.round(timeoutSeconds * SUPPLIER_SHARE * 1_000), LEAST_SUPPLIER_MS),
    MOST_SUPPLIER_MS,
  )
  const headers = {
    authorization: `Bearer ${accessToken}`,
    'duffel-version': 'v2',
    accept: 'application/json',
    'content-type': 'application/json',
  }

  const wire = {
    name: 'The provider of fares',
    mostBytes: LONGEST_BODY_BYTES,
    Failure: FareFailure,
    toFailure: (response: Response, text: string) => toFareFailure(response, text, now()),
  }

  const call = (path: string, signal: AbortSignal, body?: object): Promise<unknown> =>
    fetchJson(
      `${apiUrl.replace(/\/$/, '')}${path}`,
      { method: body ? 'POST' : 'GET', headers, signal, ...(body && { body: JSON.stringify(body) }) },
      wire,
    )

  return {
    /** The cheapest offers, the cheapest first; one search that is paid for. Throws a `FareFailure`. */
    async search(trip: Trip, stopping: AbortSignal): Promise<Offer[]> {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutSeconds * 1_000)])
      const asked = `/air/offer_requests?return_offers=false&supplier_timeout=${supplierMs}`
      const request = created.safeParse(await call(asked, signal, toOfferRequest(trip)))
      if (!request.success) throw unusable('The offer request has no id')
      const query = new URLSearchParams({
        offer_request_id: request.data.data.id,
        sort: 'total_amount',
        limit: String(MOST_OFFERS),
        max_connections: '1',
      })
      return toFares(await call(`/air/offers?${query.toString()}`, signal), countDropped)
    },
  }
}

const toOfferRequest = ({ origin, destination, departureDate, returnDate }: Trip) => ({
  data: {
    slices: [
      { origin, destination, departure_date: departureDate },
      ...(returnDate ? [{ origin: destination, destination: origin, departure_date: returnDate }] : []),
    ],
    passengers: [{ type: 'adult' }],
    cabin_class: 'economy',
    max_connections: 1,
  },
})

/**
 * One offer that cannot be read does not hide the others; where none can, the answer is unusable. An offer without a positive total is no
 * offer: sold at 0, it would be everybody's deal.
 */
function toFares(body: unknown, countDropped: DuffelOptions['countDropped']): Offer[] {
  const list = listed.safeParse(body)
  if (!list.success) throw unusable('The answer has no list of offers')
  const read = list.data.data.flatMap((each) => {
    const one = offer.safeParse(each)
    if (!one.success) countDropped('unreadable')
    return one.success ? [toFare(one.data)] : []
  })
  if (read.length === 0 && list.data.data.length > 0) throw unusable('No offer can be read')
  const fares = read.filter(({ priceCents }) => priceCents > 0)
  for (let free = read.length - fares.length; free > 0; free -= 1) countDropped('no-price')
  return fares.toSorted((one, other) => one.priceCents - other.priceCents)
}

function toFare({ id, owner, slices, ...price }: z.output<typeof offer>): Offer {
  const [outbound, inbound] = slices.map(toLeg)
  if (!outbound) throw unusable('An offer has no slice')
  return {
    id,
    airline: { name: owner.name, code: owner.iata_code, hasLogo: owner.logo_symbol_url !== null },
    outbound,
    inbound: inbound ?? null,
    priceCents: Math.round(Number(price.total_amount) * 100),
    currency: price.total_currency,
    expiresAt: new Date(price.expires_at).toISOString(),
  }
}

function toLeg({ duration, segments }: z.output<typeof slice>) {
  const [first, last] = [segments[0], segments.at(-1)]
  if (!first || !last) throw unusable('A slice has no segment')
  return {
    departureTime: first.departing_at,
    arrivalTime: last.arriving_at,
    departure: first.origin.iata_code,
    arrival: last.destination.iata_code,
    durationMinutes: duration === null ? null : toMinutes(duration),
    stops: segments.length - 1 + segments.reduce((sum, { stops }) => sum + stops.length, 0),
  }
}

/** `P1DT2H26M` in minutes; null if it is no duration of days, hours and minutes. */
function toMinutes(duration: string): number | null {
  const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+(?:\.\d+)?S)?)?$/.exec(duration)
  if (!parts || parts.slice(1).every((part) => part === undefined)) return null
  const [days = 0, hours = 0, minutes = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  return (days * 24 + hours) * 60 + minutes
}
