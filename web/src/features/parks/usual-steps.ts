import type { LiveRide } from '@walkon/contracts/http/parks'
import { addDays, isWeekend } from '../../lib/park-time.ts'

type Steps = LiveRide['today']

/** The usual wait of each hour of the park's calendar; null where too little was observed. */
export type UsualHours = { hour: number; medianMinutes: number | null }[]

const HOUR_MINUTES = 60
/** The board's day begins at 4 am; an hour after midnight is its last. */
const DAY_BEGINS_AT_HOUR = 4
const HOURS_A_DAY = 24

type Classes<Hour> = { weekday: Hour[]; weekend: Hour[] }

/** The usual hours of a park's day. Statistics are by calendar day, so those after midnight are of the next one. */
export function usualOfDay<Hour extends { hour: number }>(usual: Classes<Hour>, parkDay: string): Hour[] {
  const of = (date: string) => usual[isWeekend(date) ? 'weekend' : 'weekday']
  return [
    ...of(parkDay).filter(({ hour }) => hour >= DAY_BEGINS_AT_HOUR),
    ...of(addDays(parkDay, 1)).filter(({ hour }) => hour < DAY_BEGINS_AT_HOUR),
  ]
}

/** The usual waits between two minutes of the park's day, or of all of it. A chart of the day is drawn over these steps. */
export function usualSteps(usual: UsualHours, from = 0, until = Infinity): Steps {
  const hours = usual
    .map(({ hour, medianMinutes }): Steps[number] => [
      ((hour - DAY_BEGINS_AT_HOUR + HOURS_A_DAY) % HOURS_A_DAY) * HOUR_MINUTES,
      medianMinutes,
    ])
    .toSorted(([one], [other]) => one - other)
  return hours.flatMap(([begins, wait], index): Steps => {
    const ends = begins + HOUR_MINUTES
    if (ends <= from || begins >= until) return []
    const isLastBeforeGap = hours[index + 1]?.[0] !== ends
    return [
      [Math.max(begins, from), wait],
      ...(isLastBeforeGap && ends < until ? [[ends, null] as Steps[number]] : []),
    ]
  })
}
