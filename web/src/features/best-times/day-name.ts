import { parkDateAt } from '../../lib/park-time.ts'

export type DayName = 'tonight' | 'today' | 'tomorrow'

/** The park's day goes on until 4 am. From midnight on it is the night that is left of it, and "today" is the calendar's day. */
export function dayName(date: string, now: Date, timezone: string): DayName {
  const today = parkDateAt(now, timezone)
  if (date < today) return 'tonight'
  return date === today ? 'today' : 'tomorrow'
}

/** Says why a day without hours has no best times. */
export const closedWords = (name: DayName): string =>
  name === 'tomorrow' ? 'No hours are published yet.' : `The park is closed ${name}.`
