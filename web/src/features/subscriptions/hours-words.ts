import type { QuietHours } from '@walkon/contracts/http/alert-preferences'
import { clockTime, minuteOfDay } from '../../lib/park-time.ts'

/** "10 pm to 8 am" */
export const hoursWords = ({ from, until }: QuietHours) => `${timeWords(from)} to ${timeWords(until)}`

export const timeWords = (time: string) => clockTime(new Date(`1970-01-01T${time}:00Z`), 'UTC')

/** True if the clock of a park is between these times; the end may be of the next day. */
export function isWithin({ from, until }: QuietHours, now: Date, timezone: string): boolean {
  const at = minuteOfDay(now, timezone)
  const [start, end] = [toMinutes(from), toMinutes(until)]
  return start < end ? start <= at && at < end : start <= at || at < end
}

const toMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
