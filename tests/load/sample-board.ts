import type { LiveRide } from '@walkon/contracts/http/parks'

const RIDES = 40
const READINGS_TODAY = 20

/** The board of a large park at noon. */
export const sampleBoard: LiveRide[] = Array.from({ length: RIDES }, (_, ride) => ({
  rideId: `00000000-0000-4000-8000-${String(ride).padStart(12, '0')}`,
  name: `Attraction number ${ride} of the park`,
  status: 'OPERATING',
  waitMinutes: (ride * 7) % 90,
  changedAt: '2026-07-01T16:00:00.000Z',
  previousWaitMinutes: ride % 3 === 0 ? 25 : null,
  usualMinutes: 35,
  today: Array.from({ length: READINGS_TODAY }, (_step, step) => [step * 30, (ride + step * 5) % 90]),
  popularity: 100 - ride,
}))
