import type { PreferredTime } from '@walkon/contracts/http/restaurant-alerts'

export type Meal = Exclude<PreferredTime, 'any'>

const LUNCH_BEGINS = '11:00'
const DINNER_BEGINS = '16:00'
/** The park's day begins at 4 am: an hour after midnight is the end of a dinner. */
const BREAKFAST_BEGINS = '04:00'

/** The meal of a time of the park's clock, `HH:mm`. */
export function mealAt(time: string): Meal {
  if (time < BREAKFAST_BEGINS || time >= DINNER_BEGINS) return 'dinner'
  return time < LUNCH_BEGINS ? 'breakfast' : 'lunch'
}
