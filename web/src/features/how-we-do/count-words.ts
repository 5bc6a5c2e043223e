import { COUNTING_TIMEZONE, FEWEST_TOLD, type Outage } from '@walkon/contracts/http/how-we-do'
import { momentWords } from '../../lib/moment-words.ts'
import { clockTime, dayLabel, parkDateAt } from '../../lib/park-time.ts'

/** A count that may be told, or the words for a smaller one: "41,386", "Fewer than 10". */
export const countWords = (count: number | null): string =>
  count === null ? `Fewer than ${FEWEST_TOLD}` : count.toLocaleString('en-US')

/** Rounded down, so that no failure is rounded away: "98.9". */
export const percentWords = (share: number): string => `${Math.floor(share * 1_000 + 1e-9) / 10}`

/** "31 sec", and "6 min" from two minutes on. */
export const toLength = (seconds: number): { figure: number; unit: 'sec' | 'min' } =>
  seconds < 120 ? { figure: seconds, unit: 'sec' } : { figure: Math.ceil(seconds / 60), unit: 'min' }

export function lengthWords(seconds: number): string {
  const { figure, unit } = toLength(seconds)
  return `${figure} ${unit === 'sec' ? 'seconds' : 'minutes'}`
}

/** "Mar 15 to Apr 13", or one day. */
export function daysWords(firstDate: string, lastDate: string): string {
  const [first, last] = [firstDate, lastDate].map((date) => dayLabel(date).replace(/^\w+, /, ''))
  return first === last ? `${first}` : `${first} to ${last}`
}

export const countedWords = (countedAt: string): string =>
  `Counted ${momentWords(new Date(countedAt), COUNTING_TIMEZONE)}.`

/** The last nightly count did not run. */
export const isLate = (countedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(countedAt) > 26 * 3_600_000

/** When it began, by the clock of its first park: "Tue, Mar 24, 2:10 pm". */
export function beginningWords({ startsAt, parks }: Outage): string {
  const at = new Date(startsAt)
  const timezone = parks[0]?.timezone ?? COUNTING_TIMEZONE
  return `${dayLabel(parkDateAt(at, timezone))}, ${clockTime(at, timezone)}`
}
