import type { ParkView } from '@walkon/contracts/http/parks'
import { usDate } from '@walkon/contracts/us-date'
import { clockTime, clockTimeForVisitor, isElsewhere, parkDateAt, timezoneName } from '../../lib/park-time.ts'

const ALL_DAY_HOURS = 23

/** The park's hours in a sentence, with the time it is there where that is not the visitor's own. */
export function openingSentence(park: ParkView, now: Date): string {
  const operating = park.hours.filter(({ type }) => type === 'OPERATING')
  const opens = operating[0]?.opensAt
  const closes = operating.at(-1)?.closesAt
  const zone = isElsewhere(now, park.timezone) ? ` ${timezoneName(now, park.timezone)}` : ''
  const nowThere = zone && `, now ${clockTime(now, park.timezone)}`
  if (!opens || !closes)
    return park.isOpen ? `Open now${nowThere}${zone}.` : `Closed today${nowThere}${zone}.`
  if (hoursBetween(opens, closes) >= ALL_DAY_HOURS) return `Open all day${nowThere}${zone}.`
  const hours = `${clockTime(new Date(opens), park.timezone)} to ${clockTime(new Date(closes), park.timezone)}${zone}`
  if (park.isOpen) return `Open ${hours}${nowThere}.`
  return now < new Date(opens)
    ? `Opens today, ${hours}${nowThere}.`
    : `Closed for today, was open ${hours}${nowThere}.`
}

function hoursBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 3_600_000
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
  const day = parkDateAt(at, timezone)
  if (day === parkDateAt(now, timezone)) return `since ${clockTime(at, timezone)}`
  return `since ${usDate(day)}`
}
