import { Temporal } from 'temporal-polyfill'
import {
  addHistograms,
  medianMinutes,
  quantileMinutes,
  type Histogram,
  type HourHistory,
} from './histogram.ts'

/** Usual waits are those of so many days, on at least so many days like today: weekdays, or weekends. */
export const USUAL_DAYS = 28
export const FEWEST_USUAL_DAYS = 3

/** The waits that a ride posted in one hour of one day of the park's calendar. */
export type DayHour = { date: string; hour: number; isWeekend: boolean; steps: Histogram }

/** The waits of one hour over some days: the median, and the waits between which they stayed half of the time. */
export type HourSpread = {
  hour: number
  days: number
  lowMinutes: number
  medianMinutes: number
  highMinutes: number
}

/** The usual waits of each hour on days of one class before `today`, in the order of hours. Hours of too few days are left out. */
export function usualHours(hours: DayHour[], { today, isWeekend }: { today: string; isWeekend: boolean }) {
  const from = daysBefore(today, USUAL_DAYS)
  return spreadsOf(
    hours.filter((each) => each.isWeekend === isWeekend && each.date >= from && each.date < today),
  )
}

/** The same for each day of the week, 1 is Monday, over all the days that are given. */
export function weekHours(hours: DayHour[]): (HourSpread & { weekday: number })[] {
  const weekdays = new Map([...new Set(hours.map(({ date }) => date))].map((date) => [date, weekdayOf(date)]))
  const byWeekday = Map.groupBy(hours, ({ date }) => weekdays.get(date) ?? 0)
  return [...byWeekday]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([weekday, ofDay]) => spreadsOf(ofDay).map((spread) => ({ weekday, ...spread })))
}

function spreadsOf(hours: DayHour[]): HourSpread[] {
  const byHour = Map.groupBy(hours, ({ hour }) => hour)
  return [...byHour]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([hour, days]) => {
      const steps = days.reduce((sum: Histogram, day) => addHistograms(sum, day.steps), {})
      return toSpread({ hour, days: days.length, steps }) ?? []
    })
}

/** Null for an hour of too few days. */
export function toSpread({ hour, days, steps }: HourHistory & { hour: number }): HourSpread | null {
  if (days < FEWEST_USUAL_DAYS) return null
  const [lowMinutes, median, highMinutes] = [
    quantileMinutes(steps, 1 / 4),
    medianMinutes(steps),
    quantileMinutes(steps, 3 / 4),
  ]
  if (lowMinutes === null || median === null || highMinutes === null) return null
  return { hour, days, lowMinutes, medianMinutes: median, highMinutes }
}

/** Monday is 1. */
export const weekdayOf = (date: string): number => Temporal.PlainDate.from(date).dayOfWeek

export const daysBefore = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).subtract({ days }).toString()
