import type { RideUsualWaits } from '@walkon/contracts/http/usual-waits'
import type { LiveRide } from '@walkon/contracts/http/parks'
import { shareWords } from './share-words.ts'
import {
  isOfParkDay,
  isWeekend,
  minuteOfDay,
  minutesIntoParkDay,
  parkDateAt,
  parkDayAt,
  parkDayClock,
} from '../../lib/park-time.ts'
import type { Present } from './age.ts'
import { usualOfDay } from './usual-steps.ts'

type UsualHour = RideUsualWaits['weekday'][number]

/** The hours of days like today, and the present one, if it is known, of weekdays or of weekends. */
export type UsualDay = { hours: UsualHour[]; isWeekend: boolean; hourNow: UsualHour | undefined }

/** Saturdays and Sundays of the park's calendar are weekends, as park-data counts them. */
export function usualDayAt(usual: RideUsualWaits, now: Date): UsualDay {
  const { weekday, weekend, timezone } = usual
  const isOfWeekend = isWeekend(parkDateAt(now, timezone))
  const hours = isOfWeekend ? weekend : weekday
  const hour = Math.floor(minuteOfDay(now, timezone) / 60)
  return {
    hours: usualOfDay(usual, parkDayAt(now, timezone)),
    isWeekend: isOfWeekend,
    hourNow: hours.find((each) => each.hour === hour),
  }
}

export type Lowest = { waitMinutes: number; clock: string }

/** The shortest wait of today and when it was first posted; null for a day without waits. */
export function lowestToday(today: LiveRide['today']): Lowest | null {
  let lowest: [number, number] | null = null
  for (const [minute, wait] of today)
    if (wait !== null && (!lowest || wait < lowest[1])) lowest = [minute, wait]
  return lowest && { waitMinutes: lowest[1], clock: parkDayClock(lowest[0]) }
}

/** The steps of a day from a minute on, begun by the wait that stood at that minute: some parks post waits all night. */
export function stepsFrom(today: LiveRide['today'], minute: number): LiveRide['today'] {
  const before = today.findLast(([at]) => at <= minute)
  const after = today.filter(([at]) => at > minute)
  return before ? [[minute, before[1]], ...after] : after
}

/** The steps of a ride's day from the opening on. A park that opened before its day began, or opens later, has all of it. */
export function dayFrom(today: LiveRide['today'], { opensAt, now, timezone }: Present): LiveRide['today'] {
  const isOpen = opensAt && opensAt <= now && isOfParkDay(opensAt, now, timezone)
  return stepsFrom(today, isOpen ? minutesIntoParkDay(opensAt, timezone) : 0)
}

/** Waits that visitors ask for. */
const ASKED_MINUTES = [5, 10, 15]
const STEP_MINUTES = 5

export type Share = { minutes: number; words: string }

/** How often the posted wait of this hour is at or below 5, 10 and 15 minutes, and below the ride's short wait at this hour. */
export function sharesOf({ shares, shortMinutes }: UsualHour): Share[] {
  const asked = [...ASKED_MINUTES, ...(shortMinutes !== null && shortMinutes > 15 ? [shortMinutes] : [])]
  return asked.flatMap((minutes) => {
    const share = shares[minutes / STEP_MINUTES - 1]
    return share === undefined ? [] : [{ minutes, words: shareWords(share) }]
  })
}

/** Returns the first and the last minute of the park's day that the chart shows. */
export function dayFrame(today: LiveRide['today'], usual: LiveRide['today'], now: Date, timezone: string) {
  const minutes = [...today, ...usual].map(([minute]) => minute)
  const minuteNow = minutesIntoParkDay(now, timezone)
  return { from: Math.min(minuteNow, ...minutes), until: Math.max(minuteNow, ...minutes), minuteNow }
}
