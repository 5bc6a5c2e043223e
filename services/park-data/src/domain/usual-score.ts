import { medianMinutes } from './histogram.ts'
import { daysBefore, usualHours, weekdayOf, type DayHour } from './usual-wait.ts'

/** The mean of the minutes by which a foretold wait missed the median of its hour's posted waits. */
export type UsualScore = {
  /** The hours that were compared. */
  hours: number
  /** The mean error of the usual wait, as the pages foretell it. */
  usualError: number
  /** The mean errors of two simple rules over the same hours: the same hour of the day before, and the mean of earlier equal weekdays. */
  dayBeforeError: number
  weekdayMeanError: number
}

const SCORED_DAYS = 7
/** An hour counts where each of the three foretells it. */
const RULES = 3

/** Scores the usual wait of each hour of the last seven days, each foretold from the days before it alone. Null if nothing can be compared. */
export function scoreUsual(hours: DayHour[], today: string): UsualScore | null {
  const posted = hours.flatMap(({ steps, ...hour }) => {
    const wait = medianMinutes(steps)
    return wait === null ? [] : [{ ...hour, wait }]
  })
  const first = daysBefore(today, SCORED_DAYS)
  const scored = Map.groupBy(
    posted.filter(({ date }) => date >= first && date < today),
    ({ date }) => date,
  )
  const errors = [...scored].flatMap(([date, ofDay]) => {
    const usual = byHour(usualHours(hours, { today: date, isWeekend: ofDay[0]?.isWeekend ?? false }))
    const dates = new Set(posted.map((each) => each.date).filter((each) => each < date))
    const dayBefore = daysBefore(date, 1)
    const weekday = weekdayOf(date)
    const alike = new Set([...dates].filter((each) => weekdayOf(each) === weekday))
    const before = byHour(posted.filter((each) => each.date === dayBefore))
    const ofWeekday = Map.groupBy(
      posted.filter((each) => alike.has(each.date)),
      ({ hour }) => hour,
    )
    return ofDay.flatMap(({ hour, wait }) => {
      const guesses = [
        usual.get(hour)?.medianMinutes,
        before.get(hour)?.wait,
        meanOf((ofWeekday.get(hour) ?? []).map((each) => each.wait)),
      ].filter((guess) => guess !== undefined)
      return guesses.length === RULES ? [guesses.map((guess) => Math.abs(guess - wait))] : []
    })
  })
  if (errors.length === 0) return null
  const [usualError, dayBeforeError, weekdayMeanError] = [0, 1, 2].map(
    (rule) => Math.round((meanOf(errors.map((error) => error[rule] ?? 0)) ?? 0) * 10) / 10,
  )
  return {
    hours: errors.length,
    usualError: usualError ?? 0,
    dayBeforeError: dayBeforeError ?? 0,
    weekdayMeanError: weekdayMeanError ?? 0,
  }
}

const byHour = <Hour extends { hour: number }>(hours: Hour[]) =>
  new Map(hours.map((each) => [each.hour, each]))

const meanOf = (numbers: number[]): number | undefined =>
  numbers.length === 0 ? undefined : numbers.reduce((sum, each) => sum + each, 0) / numbers.length
