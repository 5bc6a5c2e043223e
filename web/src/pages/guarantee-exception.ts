import { GUARANTEED_RIDES, markOf } from '@walkon/contracts/guarantee'
import type { ParkUsualWaits } from '@walkon/contracts/http/usual-waits'
import type { NewWatch } from '@walkon/contracts/new-watches'
import type { QueryClient } from '@tanstack/react-query'
import { boardQuery } from '../features/parks/queries.ts'
import { parkUsualQuery } from '../features/parks/usual-query.ts'
import { alertSettingsQuery } from '../features/settings/queries.ts'

/** Ends the sentence about the guarantee where too few rides of the order can count; null where enough can. */
export async function findException(
  client: QueryClient,
  parkId: string | undefined,
  watches: NewWatch[] | undefined,
): Promise<string | null> {
  if (!parkId) return null
  if (watches && watches.length < GUARANTEED_RIDES) return fewRides(watches.length)
  const [usual, settings, all] = await Promise.all([
    client.ensureQueryData(parkUsualQuery(parkId)),
    client.ensureQueryData(alertSettingsQuery),
    watches ?? listRides(client, parkId),
  ])
  const counting = countNews(usual, all, settings.defaultThresholdMinutes)
  return counting < GUARANTEED_RIDES ? fewNews(counting, watches?.length) : null
}

async function listRides(client: QueryClient, parkId: string): Promise<NewWatch[]> {
  const { rides } = await client.ensureQueryData(boardQuery(parkId))
  return rides.filter(({ isRide }) => isRide !== false).map(({ rideId }) => ({ rideId }))
}

const fewRides = (chosen: number) =>
  `: with ${chosen === 1 ? 'the one ride' : `the ${chosen} rides`} you chose, it will.`

function fewNews(counting: number, chosen: number | undefined): string {
  const of = chosen === undefined ? 'of the rides here' : `of the ${chosen} rides you chose`
  return counting === 0
    ? `: none ${of} can count, as each is short most of the day.`
    : `: only ${counting} ${of} can count, as the others are short most of the day.`
}

/** The rides whose median wait is above the visitor's mark. A ride with little history may count. */
export function countNews(
  usual: ParkUsualWaits,
  watches: NewWatch[],
  defaultThresholdMinutes: number,
): number {
  const medians = new Map(usual.rides.map(({ rideId, medianMinutes }) => [rideId, medianMinutes ?? null]))
  return watches.filter(({ rideId, thresholdMinutes = defaultThresholdMinutes, limit }) => {
    const median = medians.get(rideId) ?? null
    // A fitted limit is a wait that the ride seldom has.
    return median === null || limit !== undefined || median > markOf(thresholdMinutes)
  }).length
}
