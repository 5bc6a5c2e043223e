import type { Database } from '@walkon/service/database'
import { AppError, notFound } from '@walkon/service/errors'
import { parkDayAt, parkDayOf } from '@walkon/service/park-day'
import { findAttraction, listObservations } from '../../db/history.ts'

export type HistoryDeps = { db: Database; retentionDays: number; now: () => Date }

/** The observations of a ride on a park day; today without a date. */
export async function showRideHistory(
  { db, retentionDays, now }: HistoryDeps,
  rideId: string,
  date: string | undefined,
) {
  const attraction = await findAttraction(db, rideId)
  if (!attraction) throw notFound('attraction')
  const today = parkDayAt(now(), attraction.timezone)
  const day = date ? parkDayOf(date, attraction.timezone) : today
  // A day may have 23 or 25 hours.
  const daysAgo = Math.round((today.startsAt.getTime() - day.startsAt.getTime()) / 86_400_000)
  if (day.date > today.date || daysAgo > retentionDays) {
    throw new AppError('date-out-of-range', `Waits are kept for ${retentionDays} days`)
  }
  const observations = await listObservations(db, rideId, day)
  return {
    ...attraction,
    date: day.date,
    observations: observations.map(({ observedAt, ...reading }) => ({
      observedAt: observedAt.toISOString(),
      ...reading,
    })),
  }
}
