import { parkDateAt } from '../../lib/park-time.ts'

/** The park's day goes on until 4 am. From midnight on it is the night that is left of it, and "today" is the calendar's day. */
export function dayName(date: string, now: Date, timezone: string): 'tonight' | 'today' | 'tomorrow' {
  const today = parkDateAt(now, timezone)
  if (date < today) return 'tonight'
  return date === today ? 'today' : 'tomorrow'
}
