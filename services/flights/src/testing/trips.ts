import { createTestFlights, NOON } from './flights.ts'

const DAY_MS = 86_400_000

/** The service with twelve searches a day and no fare kept. */
export async function createTestTrips() {
  const flights = await createTestFlights({ FARES_KEPT_SECONDS: '0', FLIGHT_SEARCHES_PER_DAY: '12' })
  const { clear, clock, duffel, later } = flights
  let days = 0
  /** A day of departure for which no other test has searched. */
  const aDeparture = () => new Date(Date.parse('2027-04-01') + days * DAY_MS).toISOString().slice(0, 10)
  return {
    ...flights,
    /** Begins a test with days of its own, and fares that no other has pinned. */
    begin: async () => {
      days += 1
      clock.now = new Date(NOON.getTime() + days * 3 * DAY_MS)
      await duffel.recover()
      await clear()
    },
    aDeparture,
    pin: (cents: number, destination = 'MCO') => duffel.pinFare(cents, destination, 'BOS', aDeparture()),
    dueTomorrow: () => later(48),
    countSearches: async () => (await duffel.searches()).length,
  }
}
