import type { FeedDestination, FeedPark, FeedRow } from './feed-server.ts'

/** A resort by the lake: two parks, four attractions, a restaurant and a show. */
export const LAKE = 'd0000000-0000-4000-8000-000000000001'
export const NORTH = 'a0000000-0000-4000-8000-000000000001'
export const SOUTH = 'a0000000-0000-4000-8000-000000000002'
export const COASTER = 'b0000000-0000-4000-8000-000000000001'
export const FLUME = 'b0000000-0000-4000-8000-000000000002'
export const CASTLE = 'b0000000-0000-4000-8000-000000000003'
export const WHEEL = 'b0000000-0000-4000-8000-000000000004'
export const DINER = 'c0000000-0000-4000-8000-000000000001'
export const PARADE = 'c0000000-0000-4000-8000-000000000002'

/** Noon in New York on an ordinary Tuesday in summer. */
export const NOON = new Date('2026-07-14T16:00:00Z')

type RowParts = {
  id: string
  name: string
  parkId?: string | null
  wait?: unknown
  status?: string
  at?: Date | string
}

/** A live row of a ride; without `wait` it has no queue. */
export function rideRow({
  id,
  name,
  parkId = NORTH,
  wait,
  status = 'OPERATING',
  at = NOON,
}: RowParts): FeedRow {
  return {
    id,
    name,
    entityType: 'ATTRACTION',
    ...(parkId !== null && { parkId }),
    status,
    lastUpdated: typeof at === 'string' ? at : at.toISOString(),
    ...(wait !== undefined && { queue: { STANDBY: { waitTime: wait } } }),
  }
}

const child = (id: string, name: string, parentId: string, entityType = 'ATTRACTION'): FeedRow => ({
  id,
  name,
  entityType,
  parentId,
})

/** The shortest of a restaurant's waits by party size, which its row has beside them. */
export function dinerRow(
  tables: { partySize: number; waitTime: number | null }[],
  more: FeedRow = {},
): FeedRow {
  return {
    ...rideRow({ id: DINER, name: 'Pier Diner', wait: 5 }),
    entityType: 'RESTAURANT',
    ...(tables.length > 0 && { diningAvailability: tables }),
    ...more,
  }
}

const inNewYork = (time: string) => `2026-07-14T${time}:00-04:00`

/** A show's row. Times are of New York's summer, as 14:30. */
export function paradeRow(...times: string[]): FeedRow {
  return {
    ...rideRow({ id: PARADE, name: 'Lake Parade' }),
    entityType: 'SHOW',
    showtimes: times.map((time) => ({
      type: 'Performance Time',
      startTime: inNewYork(time),
      endTime: inNewYork(time),
    })),
  }
}

/** Open from nine to ten at night on the days around. */
export function daySchedule(dates: string[], offset = '-04:00'): FeedRow[] {
  return dates.map((date) => ({
    date,
    type: 'OPERATING',
    openingTime: `${date}T09:00:00${offset}`,
    closingTime: `${date}T22:00:00${offset}`,
  }))
}

const DATES = ['2026-07-13', '2026-07-14', '2026-07-15', '2026-07-16']

export type Resort = FeedDestination & { parks: [FeedPark, FeedPark] }

export function lakeResort(): Resort {
  const park = { timezone: 'America/New_York', schedule: daySchedule(DATES) }
  return {
    id: LAKE,
    name: 'Lake Resort',
    slug: 'lakeresort',
    parks: [
      {
        ...park,
        id: NORTH,
        name: 'North Park',
        children: [
          child(COASTER, 'Comet Coaster', NORTH),
          child(FLUME, 'Log Flume', NORTH),
          child(CASTLE, 'Old Castle', NORTH),
          {
            ...child(DINER, 'Pier Diner', NORTH, 'RESTAURANT'),
            slug: 'pierdiner',
            location: { latitude: 41.5, longitude: -82.75 },
          },
          { ...child(PARADE, 'Lake Parade', NORTH, 'SHOW'), slug: null },
        ],
        live: [
          rideRow({ id: COASTER, name: 'Comet Coaster', wait: 40 }),
          rideRow({ id: FLUME, name: 'Log Flume', wait: 10 }),
          rideRow({ id: CASTLE, name: 'Old Castle' }),
          dinerRow([]),
        ],
      },
      {
        ...park,
        id: SOUTH,
        name: 'South Park',
        children: [child(WHEEL, 'Big Wheel', SOUTH)],
        live: [rideRow({ id: WHEEL, name: 'Big Wheel', parkId: SOUTH, wait: 5 })],
      },
    ],
  }
}
