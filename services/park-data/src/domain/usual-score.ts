import { medianMinutes } from './histogram.ts'
import { daysBefore, usualHours, weekdayOf, type DayHour } from './usual-hours.ts'

/** By how many minutes a foretold wait missed the median of what was posted in its hour, in the mean. */
export type UsualScore = {
  /** The hours that were compared. */
  hours: number
  /** Of the usual wait, as the pages foretell it. */
  usualError: number
  /** Of two simple rules beside it, over the same hours: the same hour of the day before, and the mean of the same weekday before. */
  dayBeforeError: number
  weekdayMeanError: number
}

const SCORED_DAYS = 7

/** Scores the usual wait of each hour of the last seven days, each foretold from the days before it alone. Null if nothing can be compared. */
export function scoreUsual(hours: DayHour[], today: string): UsualScore | null {
  const posted = hours.flatMap(({ steps, ...hour }) => {
    const wait = medianMinutes(steps)
    return wait === null ? [] : [{ ...hour, wait }]
  })
  const scored = posted.filter(({ date }) => date >= daysBefore(today, SCORED_DAYS) && date < today)
  const errors = [...Map.groupBy(scored, ({ date }) => date)].flatMap(([date, ofDay]) => {
    const isWeekend = ofDay[0]?.isWeekend ?? false
    const usual = new Map(
      usualHours(hours, { today: date, isWeekend }).map(({ hour, medianMinutes: wait }) => [hour, wait]),
    )
    return ofDay.flatMap(({ hour, wait }) => {
      const foretold = usual.get(hour)
      const before = posted.find((each) => each.hour === hour && each.date === daysBefore(date, 1))
      const alike = posted.filter(
        (each) => each.hour === hour && each.date < date && weekdayOf(each.date) === weekdayOf(date),
      )
      if (foretold === undefined || !before || alike.length === 0) return []
      const ofWeekday = meanOf(alike.map((each) => each.wait))
      return [[foretold, before.wait, ofWeekday].map((guess) => Math.abs(guess - wait))]
    })
  })
  if (errors.length === 0) return null
  const [usualError, dayBeforeError, weekdayMeanError] = [0, 1, 2].map(
    (rule) => Math.round(meanOf(errors.map((error) => error[rule] ?? 0)) * 10) / 10,
  )
  return {
    hours: errors.length,
    usualError: usualError ?? 0,
    dayBeforeError: dayBeforeError ?? 0,
    weekdayMeanError: weekdayMeanError ?? 0,
  }
}

const meanOf = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length
