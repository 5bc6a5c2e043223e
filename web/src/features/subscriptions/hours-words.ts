import type { QuietHours } from '@walkon/contracts/http/alert-preferences'
import { minuteOfDay } from '../../lib/park-time.ts'
import { timeWords } from '../../lib/time-words.ts'

/** "10 pm to 8 am" */
export const hoursWords = ({ from, until }: QuietHours) => `${timeWords(from)} to ${timeWords(until)}`

/** True if the clock of a park is between these times; the end may be of the next day. */
export function isWithin({ from, until }: QuietHours, now: Date, timezone: string): boolean {
  const at = minuteOfDay(now, timezone)
  const [start, end] = [toMinutes(from), toMinutes(until)]
  return start < end ? start <= at && at < end : start <= at || at < end
}

const toMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
