import type { ParkShows } from '@walkon/contracts/http/park-day'
import { isOfParkDay } from '../../lib/park-time.ts'

type Show = ParkShows['shows'][number]

export type ShowTime = { startsAt: Date; is: 'over' | 'next' | 'later' }
export type ShowToday = Pick<Show, 'id' | 'name' | 'status' | 'waitMinutes'> & { times: ShowTime[] }

const FARTHEST_MS = 24 * 3_600_000

/** The shows of the park's day: the one that begins next is first, those that are over are behind it, those without times last. */
export function showsToday({ shows }: ParkShows, now: Date, timezone: string): ShowToday[] {
  return shows
    .map(({ id, name, status, waitMinutes, times }) => ({
      id,
      name,
      status,
      waitMinutes,
      times: toTimes(times, now, timezone),
    }))
    .toSorted((a, b) => placeOf(a) - placeOf(b) || a.name.localeCompare(b.name))
}

function toTimes(times: Show['times'], now: Date, timezone: string): ShowTime[] {
  const starts = times
    .map(({ startsAt }) => new Date(startsAt))
    .filter((startsAt) => isToday(startsAt, now, timezone))
    .toSorted((a, b) => a.getTime() - b.getTime())
  const next = starts.find((startsAt) => startsAt > now)
  return starts.map((startsAt) => ({
    startsAt,
    is: startsAt <= now ? 'over' : startsAt === next ? 'next' : 'later',
  }))
}

/** True on the park's present day, which ends at 4 am. */
const isToday = (at: Date, now: Date, timezone: string) =>
  at <= now
    ? isOfParkDay(at, now, timezone)
    : at.getTime() - now.getTime() < FARTHEST_MS && isOfParkDay(now, at, timezone)

function placeOf({ times }: ShowToday): number {
  const next = times.find(({ is }) => is === 'next')
  if (next) return next.startsAt.getTime()
  return times.length > 0 ? Number.MAX_SAFE_INTEGER - 1 : Number.MAX_SAFE_INTEGER
}
