import type { EventOf } from '@walkon/contracts/event'
import type { rideLimitsFitted } from '@walkon/contracts/events/park-data'
import type { Transaction } from '@walkon/service/database'
import { saveWanted } from '../db/items.ts'

type FittedRide = EventOf<typeof rideLimitsFitted>['data']['rides'][number]

/** Keeps how wanted rides are, oldest first: a ride whose short waits are long is one that people queue for. */
export async function followWanted(tx: Transaction, rides: FittedRide[]): Promise<void> {
  const newest = new Map(rides.map((ride) => [ride.rideId, toWantedMinutes(ride)]))
  await saveWanted(
    tx,
    [...newest].map(([feedId, wantedMinutes]) => ({ feedId, wantedMinutes })),
  )
}

const toWantedMinutes = ({ weekday, weekend }: FittedRide) =>
  Math.max(0, ...[...weekday, ...weekend].map((minutes) => minutes ?? 0))
