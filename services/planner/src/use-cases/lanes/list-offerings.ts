import type { LaneOffering, LaneSubscription } from '@walkon/contracts/http/lightning-lane'
import type { Database } from '@walkon/service/database'
import { findSubscriptionEnd } from '../../db/lanes/lane-days.ts'
import { listOfferedRides, type OfferedRide } from '../../db/lanes/lane-readings.ts'
import { isFresh } from '../../domain/lane-opening.ts'

type Deps = { db: Database; now: () => Date }

/** Lists return times of these parks, and the standby waits of rides without (decisions, section 7). Old readings are left out. */
export async function listOfferings({ db, now }: Deps, parkIds: string[]): Promise<LaneOffering[]> {
  const rides = await listOfferedRides(db, parkIds)
  const at = now()
  return rides.filter((ride) => isFresh(ride, at) && ride.state !== 'unknown').map(toOffering)
}

/** Reads if a paid day runs now, and the end of the days paid without a gap. */
export async function readSubscription({ db, now }: Deps, userId: string): Promise<LaneSubscription> {
  const end = await findSubscriptionEnd(db, userId, now())
  return { subscribed: end !== null, subscription_end: end?.toISOString() ?? null }
}

const toOffering = (ride: OfferedRide): LaneOffering => ({
  id: `${ride.rideId}:${ride.kind}`,
  rideId: ride.rideId,
  kind: ride.kind,
  name: ride.name,
  parkId: ride.parkId,
  returnTimeStart: ride.startsAt?.toISOString() ?? null,
  returnTimeEnd: ride.endsAt?.toISOString() ?? null,
  available: ride.state === 'available',
  price:
    ride.amount !== null && ride.currency !== null ? { amount: ride.amount, currency: ride.currency } : null,
  priceTrend: toTrend(ride),
  openedAt: ride.openedAt?.toISOString() ?? null,
  lastUpdated: ride.observedAt.toISOString(),
})

function toTrend({ amount, firstAmount }: OfferedRide): LaneOffering['priceTrend'] {
  if (amount === null || firstAmount === null) return null
  if (amount === firstAmount) return 'same'
  return amount > firstAmount ? 'up' : 'down'
}
