import type { Database } from '@walkon/service/database'
import { notFound } from '@walkon/service/errors'
import { parkDayAt } from '@walkon/service/park-day'
import { findAttraction } from '../db/history.ts'
import { findForecast } from '../db/park-states.ts'
import { listRideHours, type RideHour } from '../db/ride-hours.ts'
import { findUsualWaits } from '../db/usual-waits.ts'
import { addHistograms, medianMinutes, type Histogram } from '../domain/histogram.ts'
import { parkHourAt } from '../domain/park-hour.ts'
import { limitShares } from '../domain/usual-shares.ts'
import { toLimits } from './build-statistics.ts'

export type UsualWaitsDeps = { db: Database; now: () => Date }

/** All that is known of a ride's waits by hour: usual waits, how often it got to which wait, downtime, and the park's forecast. */
export async function showUsualWaits({ db, now }: UsualWaitsDeps, rideId: string) {
  const attraction = await findAttraction(db, rideId)
  if (!attraction) throw notFound('attraction')
  const at = now()
  const usual = await findUsualWaits(db, attraction.parkId, parkHourAt(at, attraction.timezone))
  const hours = await listRideHours(db, { rideId })
  const forecast = await findForecast(db, rideId)
  const { startsAt } = parkDayAt(at, attraction.timezone)
  return {
    ...attraction,
    usualMinutes: usual.get(rideId)?.usualMinutes ?? null,
    weekday: toHours(hours, false),
    weekend: toHours(hours, true),
    downtimes: toDowntimes(hours),
    forecast: forecast.filter((entry) => new Date(entry.at) >= startsAt),
  }
}

function toHours(hours: RideHour[], isWeekend: boolean) {
  const limits = toLimits(hours, isWeekend)
  return hours
    .filter((hour) => hour.isWeekend === isWeekend)
    .toSorted((a, b) => a.hour - b.hour)
    .map(({ hour, days, steps, watchedMinutes, downMinutes }) => ({
      hour,
      days,
      medianMinutes: medianMinutes(steps),
      shortMinutes: limits[hour] ?? null,
      shares: days > 0 ? limitShares(steps) : [],
      downShare: watchedMinutes > 0 ? rounded(downMinutes / watchedMinutes) : null,
    }))
}

const rounded = (share: number) => Math.round(share * 1_000) / 1_000

/** As `downSpells` counts them. */
const LENGTHS_MINUTES = [15, 30, 60, 120, null]

function toDowntimes(hours: RideHour[]) {
  const spells = hours.reduce((sum: Histogram, { downSpells }) => addHistograms(sum, downSpells), {})
  return LENGTHS_MINUTES.map((upToMinutes, length) => ({ upToMinutes, times: spells[length] ?? 0 }))
}
