import { fetchJson, toPauseMs } from '@walkon/service/provider-client'
import { z } from 'zod'
import { ReservationFailure } from '../domain/reservation-failure.ts'

/**
 * A provider of restaurant reservations: its wire, and what its answers mean to us. No park operator has an open API, so the wire is the
 * sandbox's (docs/decisions/tables-of-restaurants.md).
 */
export type ReservationsOptions = { apiUrl: string; apiKey: string; timeoutSeconds: number; now: () => Date }

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

export function createReservations({ apiUrl, apiKey, timeoutSeconds, now }: ReservationsOptions) {
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json' }

  const wire = {
    name: 'The provider of reservations',
    mostBytes: LONGEST_BODY_BYTES,
    Failure: ReservationFailure,
    toFailure: (response: Response) => toFailure(response, now()),
  }

  async function read<Shape extends z.ZodType>(shape: Shape, path: string, stopping: AbortSignal) {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutSeconds * 1_000)])
    const body = shape.safeParse(
      await fetchJson(`${apiUrl.replace(/\/$/, '')}${path}`, { headers, signal }, wire),
    )
    if (!body.success) throw new ReservationFailure('unusable', 'The answer has another shape')
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

const PAUSES = { defaultMs: 60_000, longestMs: 60 * 60_000 }

function toFailure({ status, headers }: Response, now: Date): ReservationFailure {
  const message = `The provider of reservations answered ${status}`
  if (status === 404) return new ReservationFailure('unknown-restaurant', message)
  if (status === 429) {
    const retryAfterMs = toPauseMs(headers.get('retry-after'), now, PAUSES)
    return new ReservationFailure('rate-limited', message, { retryAfterMs })
  }
  return new ReservationFailure(status < 500 && status !== 408 ? 'misconfigured' : 'refused', message)
}
