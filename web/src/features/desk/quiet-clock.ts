import { parkDayClock } from '../../lib/park-time.ts'

const MINUTES_A_DAY = 24 * 60
/** The clock of a park's day counts from 4 am. */
const FOUR_AM = 4 * 60

export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** "10 pm" of "22:00:00". */
export const quietClock = (time: string): string =>
  parkDayClock((minutesOf(time) - FOUR_AM + MINUTES_A_DAY) % MINUTES_A_DAY)
