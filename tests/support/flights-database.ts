import { connectHeld } from './held-database.ts'
import { eventually } from './walkon-client.ts'

export function connectFlights(dataDir: string) {
  const flights = connectHeld(dataDir, 'flights')
  const { sql } = flights
  return {
    ...flights,
    /** Runs this while no check can store its prices. */
    async holdPrices(whileHeld: () => Promise<void>): Promise<void> {
      await sql.begin(async (tx) => {
        await tx`lock table flights.price_points in share mode`
        await whileHeld()
      })
    },
    /** Has all trips due, in place of the wait for the end of a lease or for the next day. Returns when. */
    async makeDue(): Promise<Date> {
      const [present] = await sql<{ at: Date }[]>`
        update flights.watched_trips set check_at = now() returning clock_timestamp() as at`
      if (!present) throw new Error('No trip is watched')
      return present.at
    },
    /** Resolves when all trips have been checked since. */
    async waitUntilChecked(since: Date): Promise<void> {
      await eventually(async () => {
        const waiting = await sql`
          select from flights.watched_trips where checked_at is null or checked_at < ${since}`
        return waiting.length === 0
      })
    },
    async countPrices(departureDate: string): Promise<number> {
      const rows = await sql`
        select from flights.price_points join flights.watched_trips trip on trip.id = trip_id
        where trip.departure_date = ${departureDate}`
      return rows.length
    },
  }
}
