import type { BestOfDay } from '@walkon/contracts/http/ride-statistics'
import { isOfWeekend, toCalendarDay, type HourSpan } from './calendar-day.ts'
import { dayAfter } from './observation-days.ts'
import type { Opening } from './opening-hours.ts'
import type { HourSpread } from './usual-wait.ts'

/** Two hours in a row, with their usual wait in minutes. */
export type TwoHours = { startsAt: Date; endsAt: Date; usualMinutes: number }

const HOUR_MS = 3_600_000
const STEP_MINUTES = 5

/** The shortest and the longest two hours of a day in a row that are not over, both in full opening. Null for a day with none, of equal ones the earliest. */
export function bestHours(
  usual: Pick<HourSpread, 'hour' | 'medianMinutes'>[],
  hours: HourSpan[],
  now: Date,
): { shortest: TwoHours; longest: TwoHours } | null {
  const whole = hours.filter(
    ({ startsAt, endsAt }) => endsAt.getTime() - startsAt.getTime() === HOUR_MS && endsAt > now,
  )
  const pairs = whole.flatMap((first, index): TwoHours[] => {
    const second = whole[index + 1]
    const waits = [first, second].flatMap((span) => {
      const known = usual.find(({ hour }) => hour === span?.hour)
      return known ? [known.medianMinutes] : []
    })
    if (!second || second.startsAt.getTime() !== first.endsAt.getTime() || waits.length < 2) return []
    const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length
    return [{ startsAt: first.startsAt, endsAt: second.endsAt, usualMinutes: inSteps(mean) }]
  })
  const ordered = pairs.toSorted((one, other) => one.usualMinutes - other.usualMinutes)
  const shortest = ordered[0]
  const longest = ordered.find(({ usualMinutes }) => usualMinutes === ordered.at(-1)?.usualMinutes)
  return shortest && longest ? { shortest, longest } : null
}

const inSteps = (minutes: number) => Math.round(minutes / STEP_MINUTES) * STEP_MINUTES

const DAY_BEGINS_AT_HOUR = 4

/** The hours of a park's day, of those of its two calendar days. */
const ofParkDay = <Hour extends { hour: number }>(evening: Hour[], night: Hour[]): Hour[] => [
  ...evening.filter(({ hour }) => hour >= DAY_BEGINS_AT_HOUR),
  ...night.filter(({ hour }) => hour < DAY_BEGINS_AT_HOUR),
]

/** The usual hours of a park's day. Statistics are by calendar day, so those after midnight are of the next one. */
export const usualOfDay = <Hour extends { hour: number }>(
  usualOf: (isWeekend: boolean) => Hour[],
  parkDay: string,
): Hour[] => ofParkDay(usualOf(isOfWeekend(parkDay)), usualOf(isOfWeekend(dayAfter(parkDay))))

type DayOf = { date: string; timezone: string; openings: Opening[]; now: Date }

/** The best hours of a park's day in the hours of all visitors: early entry and ticketed events are not for everybody. */
export function bestOfDay(
  usualOf: (isWeekend: boolean) => Pick<HourSpread, 'hour' | 'medianMinutes'>[],
  { date, timezone, openings, now }: DayOf,
): BestOfDay {
  const forAll = openings.filter(({ type }) => type === 'OPERATING')
  const isOpen = forAll.some((opening) => opening.date === date)
  const hoursOn = (day: string) => toCalendarDay(day, timezone, forAll).hours
  const hours = ofParkDay(hoursOn(date), hoursOn(dayAfter(date)))
  const best = isOpen ? bestHours(usualOfDay(usualOf, date), hours, now) : null
  return {
    date,
    isOpen,
    shortest: best && toView(best.shortest),
    longest: best && toView(best.longest),
  }
}

const toView = ({ startsAt, endsAt, usualMinutes }: TwoHours) => ({
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
  usualMinutes,
})
