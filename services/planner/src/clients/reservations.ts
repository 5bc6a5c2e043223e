import { z } from 'zod'
import { ReservationFailure } from '../domain/reservation-failure.ts'

/**
 * A provider of restaurant reservations: its wire, and what its answers mean to us. No park operator has an open API, so the wire is the
 * sandbox's (docs/decisions/tables-of-restaurants.md).
 */
export type ReservationsOptions = { apiUrl: string; apiKey: string; timeoutSeconds: number }

export type Reservations = ReturnType<typeof createReservations>

/** A restaurant with every table of a day free is a hundredth of this. */
const LONGEST_BODY_BYTES = 1024 * 1024
const MOST_TABLES = 2_000

const restaurantList = z.object({ data: z.array(z.object({ id: z.guid() })) })
const tableList = z.object({
  data: z
    .array(
      z.object({
        time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
        party_size: z.int().min(1).max(100),
      }),
    )
    .max(MOST_TABLES),
})

export type ReservableTable = { time: string; partySize: number }

export function createReservations({ apiUrl, apiKey, timeoutSeconds }: ReservationsOptions) {
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json' }

  async function read<Shape extends z.ZodType>(shape: Shape, path: string, stopping: AbortSignal) {
    const text = await fetchText(`${apiUrl.replace(/\/$/, '')}${path}`, {
      headers,
      signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutSeconds * 1_000)]),
      redirect: 'error',
    })
    const body = shape.safeParse(parseJson(text))
    if (!body.success) throw unusable('The answer has another shape')
    return body.data
  }

  return {
    /** The ids of the restaurants that it knows. Throws a `ReservationFailure`. */
    async listRestaurants(stopping: AbortSignal): Promise<string[]> {
      const { data } = await read(restaurantList, '/v1/restaurants', stopping)
      return data.map(({ id }) => id)
    },

    /** The tables of a day that are free, in the restaurant's time. Throws a `ReservationFailure`. */
    async listTables(restaurantId: string, date: string, stopping: AbortSignal): Promise<ReservableTable[]> {
      const { data } = await read(tableList, `/v1/restaurants/${restaurantId}/tables?date=${date}`, stopping)
      return data.map(({ time, party_size: partySize }) => ({ time, partySize }))
    },
  }
}

const unusable = (message: string, cause?: unknown) => new ReservationFailure('unusable', message, { cause })

async function fetchText(url: string, init: RequestInit): Promise<string> {
  try {
    const response = await fetch(url, init)
    if (!response.ok) {
      await response.body?.cancel()
      throw toFailure(response)
    }
    return await readCapped(response)
  } catch (error) {
    if (error instanceof ReservationFailure) throw error
    throw new ReservationFailure('unreachable', 'The provider of reservations did not answer', {
      cause: error,
    })
  }
}

async function readCapped({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > LONGEST_BODY_BYTES) throw unusable(`The answer is longer than ${LONGEST_BODY_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw unusable('The answer is not JSON', error)
  }
}

function toFailure({ status, headers }: Response): ReservationFailure {
  const message = `The provider of reservations answered ${status}`
  if (status === 404) return new ReservationFailure('unknown-restaurant', message)
  if (status === 429)
    return new ReservationFailure('rate-limited', message, {
      retryAfterMs: pauseOf(headers.get('retry-after')),
    })
  return new ReservationFailure(status < 500 && status !== 408 ? 'misconfigured' : 'refused', message)
}

const DEFAULT_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 60 * 60_000

/** Seconds, or a date. */
function pauseOf(retryAfter: string | null): number {
  if (!retryAfter) return DEFAULT_PAUSE_MS
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now()
  return Number.isNaN(ms) ? DEFAULT_PAUSE_MS : Math.min(Math.max(ms, 1_000), LONGEST_PAUSE_MS)
}
