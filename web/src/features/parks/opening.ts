import type { ParkView } from '@walkon/contracts/http/parks'
import { usDate } from '@walkon/contracts/us-date'
import {
  clockTime,
  clockTimeForVisitor,
  isElsewhere,
  isOfParkDay,
  ownSpan,
  parkDateAt,
  spanWords,
  timezoneName,
} from '../../lib/park-time.ts'

export const ALL_DAY_MS = 23 * 3_600_000

/**
 * The park's hours in a sentence, with the visitor's own time and the time it is there where the clocks differ. Early entry and ticketed events count
 * while they last.
 */
export function openingSentence({ hours, timezone }: ParkView, now: Date): string {
  const running = hours.filter((span) => new Date(span.opensAt) <= now && now < new Date(span.closesAt))
  const shown = hours.filter((span) => span.type === 'OPERATING' || running.includes(span))
  const opens = new Date(Math.min(...shown.map(({ opensAt }) => Date.parse(opensAt))))
  const closes = new Date(Math.max(...shown.map(({ closesAt }) => Date.parse(closesAt))))
  const zone = isElsewhere(now, timezone) ? ` ${timezoneName(now, timezone)}` : ''
  const nowThere = zone && `, now ${clockTime(now, timezone)}`
  if (shown.length === 0) return `Closed today${nowThere}${zone}.`
  if (closes.getTime() - opens.getTime() >= ALL_DAY_MS) return `Open all day${nowThere}${zone}.`
  const own = ownSpan(opens, closes, timezone, (words) => ` (${words})`)
  const words = `${spanWords(opens, closes, timezone)}${zone}${own}${nowThere}.`
  if (running.length > 0) return `Open ${words}`
  return now < opens ? `Opens today, ${words}` : `Closed for today, was open ${words}`
}

/** When waits are to be expected again, for an empty board. */
export function nextOpening(park: ParkView | undefined, now: Date): string {
  const next = park?.hours.map(({ opensAt }) => new Date(opensAt)).find((opensAt) => opensAt > now)
  if (!park || !next) return 'Waits are posted a few minutes after a park opens.'
  return `It opens at ${clockTimeForVisitor(next, park.timezone)}. Waits are posted a few minutes later.`
}

/** The first opening of the park's day. */
export function openedAt(park: ParkView | undefined): Date | undefined {
  const first = park?.hours[0]?.opensAt
  return first === undefined ? undefined : new Date(first)
}

/** "since 2:10 pm" on the park's day, "since Wed, Apr 8" before it. */
export function sinceWords(at: Date, now: Date, timezone: string): string {
  if (isOfParkDay(at, now, timezone)) return `since ${clockTime(at, timezone)}`
  return `since ${usDate(parkDateAt(at, timezone))}`
}
