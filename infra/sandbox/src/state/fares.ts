import { z } from 'zod'
import type { Store } from './store.ts'

const code = z.string().regex(/^[A-Z]{3}$/)

/** The cheapest fare between two airports on a day, for every search from now on. */
export const pinnedFare = z.strictObject({
  origin: code,
  destination: code,
  departDate: z.iso.date(),
  /** Of the whole trip, there and back if the search is for both. */
  priceCents: z.int().min(0).max(10_000_000),
})
type PinnedFare = z.output<typeof pinnedFare>

export function saveFare(store: Store, { origin, destination, departDate, priceCents }: PinnedFare): void {
  store
    .sql('insert or replace into fares values (?, ?, ?, ?)')
    .run(origin, destination, departDate, priceCents)
}

export function findFareCents(
  store: Store,
  { origin, destination, departDate }: Omit<PinnedFare, 'priceCents'>,
): number | null {
  const found = store
    .sql('select price_cents from fares where origin = ? and destination = ? and depart_date = ?')
    .get(origin, destination, departDate)
  return found ? z.object({ price_cents: z.int() }).parse(found).price_cents : null
}

/** The simulation's fares again. */
export function deleteFares(store: Store): void {
  store.sql('delete from fares').run()
}

/** An offer request that Duffel took: each is a search that is billed. */
export const flightSearch = z.object({
  id: z.string(),
  origin: code,
  destination: code,
  departDate: z.iso.date(),
  returnDate: z.iso.date().nullable(),
  maxConnections: z.int(),
  searchedAt: z.int().transform((ms) => new Date(ms)),
})
export type FlightSearch = z.output<typeof flightSearch>

export function insertSearch(store: Store, search: FlightSearch): void {
  const { id, origin, destination, departDate, returnDate, maxConnections, searchedAt } = search
  store
    .sql('insert into flight_searches values (?, ?, ?, ?, ?, ?, ?)')
    .run(id, origin, destination, departDate, returnDate, maxConnections, searchedAt.getTime())
}

const COLUMNS = `id, origin, destination, depart_date as "departDate", return_date as "returnDate",
  max_connections as "maxConnections", searched_at as "searchedAt"`

export function findSearch(store: Store, id: string): FlightSearch | null {
  const found = store.sql(`select ${COLUMNS} from flight_searches where id = ?`).get(id)
  return found ? flightSearch.parse(found) : null
}

/** The newest first. */
export function listSearches(store: Store, since: Date): FlightSearch[] {
  const rows = store
    .sql(`select ${COLUMNS} from flight_searches where searched_at >= ? order by searched_at desc, id`)
    .all(since.getTime())
  return z.array(flightSearch).parse(rows)
}
