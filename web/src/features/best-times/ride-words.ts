import type {
  HourSpread,
  RideStatistics,
  StatisticsDay,
  WeekHour,
} from '@walkon/contracts/http/ride-statistics'
import type { LiveRide } from '@walkon/contracts/http/parks'
import { dayLabel, parkDayClock } from '../../lib/park-time.ts'

/** The sentences above the charts of a ride, each from the figures of its chart. */

export type Steps = LiveRide['today']

/** "9 am" of the park's clock, for an hour of its calendar. */
export const hourClock = (hour: number): string => parkDayClock(((hour + 20) % 24) * 60)

const waitAt = (steps: Steps, minute: number): number | null =>
  steps.findLast(([at]) => at <= minute)?.[1] ?? null

/** Less is noise of five-minute steps. */
const LEAST_MINUTES = 3

/** How today's waits compare with usual ones so far, over the minutes in which both are known. */
export function todaySentence(today: Steps, usual: Steps, minuteNow: number, dayWord: string): string {
  const apart: number[] = []
  for (let minute = today[0]?.[0] ?? minuteNow; minute < minuteNow; minute++) {
    const [now, before] = [waitAt(today, minute), waitAt(usual, minute)]
    if (now !== null && before !== null) apart.push(now - before)
  }
  if (!today.some(([, wait]) => wait !== null)) return 'No wait was posted today.'
  if (apart.length === 0) return `We don’t know a usual ${dayWord}.`
  const mean = Math.round(apart.reduce((sum, each) => sum + each, 0) / apart.length)
  if (Math.abs(mean) < LEAST_MINUTES) return `Like a usual ${dayWord} so far.`
  return `${Math.abs(mean)} min ${mean < 0 ? 'under' : 'over'} a usual ${dayWord} so far.`
}

const WEEKDAYS = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays']

/** The shortest and the longest hour of the week; of equal ones the first. */
export function weekSentence(week: WeekHour[]): string {
  const ordered = week.toSorted((one, other) => one.medianMinutes - other.medianMinutes)
  const shortest = ordered[0]
  const longest = ordered.find(({ medianMinutes }) => medianMinutes === ordered.at(-1)?.medianMinutes)
  if (!shortest || !longest) return 'The week shows up here once three days of a weekday are known.'
  if (shortest.medianMinutes === longest.medianMinutes) return `${shortest.medianMinutes} min all week long.`
  return `Shortest on ${when(shortest)}, longest on ${when(longest)}.`
}

const when = ({ weekday, hour }: WeekHour) => `${WEEKDAYS[weekday - 1]} at ${hourClock(hour)}`

/** On how many of the last days a ride got to a limit. Days without waits are no days of it. */
export function lowestSentence(days: StatisticsDay[], limitMinutes: number): string {
  const known = days.filter(({ lowest }) => lowest !== null)
  if (known.length === 0) return 'No wait was posted in the last seven days.'
  const met = known.filter(({ lowest }) => lowest && lowest.waitMinutes <= limitMinutes).length
  const days7 = known.length === 1 ? 'the last day' : `the last ${known.length} days`
  if (met === 0) return `It got to ${limitMinutes} min or less on none of ${days7}.`
  return `It got to ${limitMinutes} min or less on ${met === known.length ? 'each' : met} of ${days7}.`
}

/** "35 min", "1 h 10 min" */
export function lengthWords(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`
}

export function downSentence({ lastDays, reliability }: RideStatistics): string {
  const down = lastDays.filter(({ breakdowns }) => breakdowns.length > 0).length
  const days = `${down === 0 ? 'Not down on any' : `Down on ${down === lastDays.length ? 'each' : down}`} of the last ${lastDays.length} days`
  const { typicalMinutes } = reliability
  return typicalMinutes === null ? `${days}.` : `${days}, usually for ${lengthWords(typicalMinutes)}.`
}

/** How soon it is back, the wait that follows, and how much of its time it is down. Empty while too little is known. */
export function reliabilityWords({ reliability }: RideStatistics): string[] {
  const { backWithin, downShare, breakdowns, afterReopening } = reliability
  return [
    ...(backWithin
      ? [
          `Back within ${lengthWords(backWithin.minutes)} in ${tenths(backWithin.share)}, from ${breakdowns} breakdowns of the last 13 weeks.`,
        ]
      : []),
    ...(afterReopening
      ? [
          `Half an hour after it reopens the wait is usually ${afterReopening.waitMinutes === 0 ? 'a walk-on' : `${afterReopening.waitMinutes} min`}, from ${afterReopening.reopenings} reopenings.`,
        ]
      : []),
    ...(downShare === null
      ? []
      : [`Down for ${percentWords(downShare)} of its opening hours in the last five weeks.`]),
  ]
}

/** Rounded down, so that no more is promised than was kept. */
const tenths = (share: number) => `${Math.floor(share * 10 + 1e-9)} of 10 times`

const percentWords = (share: number): string =>
  share > 0 && share < 0.005 ? 'under 1%' : `${Math.round(share * 100)}%`

/** From how many days the page speaks, where these are fewer than four weeks. */
export function sinceSentence({ days, firstDate }: RideStatistics): string {
  if (firstDate === null) return 'We have no day of this ride yet.'
  const since = `since ${dayLabel(firstDate)}`
  if (days >= FEW_DAYS) return `From ${days} days ${since}.`
  return `From ${days === 1 ? 'one day' : `${days} days`} ${since}: too few to rely on.`
}

const FEW_DAYS = 28

/** How far off the usual wait was, beside two simpler rules. */
export function scoreSentence(score: RideStatistics['score']): string | null {
  if (!score) return null
  const [usual, dayBefore, weekday] = [score.usualError, score.dayBeforeError, score.weekdayMeanError].map(
    (error) => `${Math.round(error)} min`,
  )
  return `In the last seven days the usual wait missed what was posted by ${usual} on average. The wait of the day before would have missed by ${dayBefore}, the mean of the same weekday by ${weekday}.`
}

/** "half of the time 20 to 40 min" */
export const spreadWords = ({ lowMinutes, highMinutes }: HourSpread): string =>
  lowMinutes === highMinutes
    ? `half of the time ${lowMinutes} min`
    : `half of the time ${lowMinutes} to ${highMinutes} min`
