import type { Database } from '@walkon/service/database'
import { notFound } from '@walkon/service/errors'
import { parkDayAt } from '@walkon/service/park-day'
import { findAttraction } from '../../db/history.ts'
import { findForecast } from '../../db/park-states.ts'
import { listRideHours, type RideHour } from '../../db/ride-hours.ts'
import { findUsualWaits, listDayHours } from '../../db/usual-waits.ts'
import { addHistograms, type Histogram } from '../../domain/histogram.ts'
import { parkHourAt } from '../../domain/local-hour.ts'
import { usualHours, type HourSpread } from '../../domain/usual-wait.ts'
import { limitShares } from '../../domain/usual-shares.ts'
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
  const posted = (await listDayHours(db, rideId)).filter(({ days }) => days > 0)
  const { date: today } = parkHourAt(at, attraction.timezone)
  const usualOf = (isWeekend: boolean) => usualHours(posted, { today, isWeekend })
  return {
    ...attraction,
    usualMinutes: usual.get(rideId)?.usualMinutes ?? null,
    weekday: toHours(hours, false, usualOf(false)),
    weekend: toHours(hours, true, usualOf(true)),
    downtimes: toDowntimes(hours),
    forecast: forecast.filter((entry) => new Date(entry.at) >= startsAt),
  }
}

function toHours(hours: RideHour[], isWeekend: boolean, ofFourWeeks: HourSpread[]) {
  const limits = toLimits(hours, isWeekend)
  const medians = new Map(ofFourWeeks.map(({ hour, medianMinutes }) => [hour, medianMinutes]))
  return hours
    .filter((hour) => hour.isWeekend === isWeekend)
    .toSorted((a, b) => a.hour - b.hour)
    .map(({ hour, days, steps, watchedMinutes, downMinutes }) => ({
      hour,
      days,
      medianMinutes: medians.get(hour) ?? null,
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
