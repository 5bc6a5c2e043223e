import type { ParkUsualWaits } from '@walkon/contracts/http/usual-waits'
import type { Database } from '@walkon/service/database'
import type { ParkEntry } from '../../db/directory.ts'
import { listRideDays, listRideHours, type RideHour } from '../../db/ride-hours.ts'
import { listDayLows } from '../../db/usual-waits.ts'
import { toDayLows } from '../../domain/day-lows.ts'
import { MEDIAN_DAYS, toUsualMedian } from '../../domain/histogram.ts'
import { toUsualShares } from '../../domain/usual-shares.ts'

/** A week of days is told. */
const LOW_DAYS = 7
/** Statistics are built once a day. */
const KEPT_MS = 10 * 60_000

export type ParkUsualReader = (park: ParkEntry) => Promise<ParkUsualWaits>

/**
 * How short each ride of a park gets. Two years of hours of a large park are some ten thousand rows, so one reading serves all requests of
 * ten minutes. There are as many answers as parks.
 */
export function createParkUsualReader({ db, now }: { db: Database; now: () => Date }): ParkUsualReader {
  const kept = new Map<string, { until: number; answer: Promise<ParkUsualWaits> }>()

  return (park) => {
    const at = now().getTime()
    const known = kept.get(park.id)
    if (known && at < known.until) return known.answer
    const answer = readUsual(db, park)
    kept.set(park.id, { until: at + KEPT_MS, answer })
    answer.catch(() => kept.delete(park.id))
    return answer
  }
}

const sharesOf = (hours: RideHour[], isWeekend: boolean) =>
  toUsualShares(hours.filter((hour) => hour.isWeekend === isWeekend))

async function readUsual(db: Database, { id, timezone }: ParkEntry): Promise<ParkUsualWaits> {
  const rides = Map.groupBy(await listRideHours(db, { parkId: id }), ({ rideId }) => rideId)
  const days = new Map((await listRideDays(db, id, MEDIAN_DAYS)).map((ride) => [ride.rideId, ride]))
  const lows = toDayLows(await listDayLows(db, id, LOW_DAYS))
  return {
    parkId: id,
    timezone,
    rides: [...rides].map(([rideId, hours]) => ({
      rideId,
      weekday: sharesOf(hours, false),
      weekend: sharesOf(hours, true),
      medianMinutes: toUsualMedian(days.get(rideId)),
      lows: lows(rideId),
    })),
  }
}
