import { DAYS_OF_HOURS, type ParkHours } from '@walkon/contracts/http/park-day'
import type { Database } from '@walkon/service/database'
import { parkDayAt } from '@walkon/service/park-day'
import type { ParkEntry } from '../../db/directory.ts'
import { listOpeningsOfDays } from '../../db/openings.ts'
import { dayAfter } from '../../domain/observation-days.ts'

/** The hours of today in the park and of the days after it, in the feed's kinds. */
export async function showParkHours(
  { db, now }: { db: Database; now: () => Date },
  { id, timezone }: ParkEntry,
): Promise<ParkHours> {
  const dates = daysFrom(parkDayAt(now(), timezone).date)
  const openings = await listOpeningsOfDays(db, id, dates)
  return {
    parkId: id,
    timezone,
    days: dates.map((day) => ({
      date: day,
      hours: openings
        .filter(({ date }) => date === day)
        .map(({ type, opensAt, closesAt }) => ({
          type,
          opensAt: opensAt.toISOString(),
          closesAt: closesAt.toISOString(),
        })),
    })),
  }
}

function daysFrom(first: string): string[] {
  const dates = [first]
  for (let day = first; dates.length < DAYS_OF_HOURS; dates.push(day)) day = dayAfter(day)
  return dates
}
