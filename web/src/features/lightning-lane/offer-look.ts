import type { LaneOffering, LanePreference } from '@walkon/contracts/http/lightning-lane'
import { priceWords } from '@walkon/contracts/price-words'
import { clockTime, minuteOfDay } from '../../lib/park-time.ts'
import type { Look } from '../../ui/board-line.tsx'

type Wish = Pick<LanePreference, 'preferredTimeRange' | 'maxPrice'>

/** True if a preference wants this offer: the rule by which planner tells it. An estimate is no offer of the park. */
export const fits = (offering: LaneOffering, wish: Wish, timezone: string): boolean =>
  offering.available && offering.kind !== 'STANDBY' && whyNot(offering, wish, timezone) === null

/** Why an offer that can be had is not told. */
function whyNot(
  { kind, returnTimeStart, price }: LaneOffering,
  { preferredTimeRange, maxPrice }: Wish,
  timezone: string,
): string | null {
  if (returnTimeStart === null) return 'No time given'
  const minute = minuteOfDay(new Date(returnTimeStart), timezone)
  if (minute < minutesOf(preferredTimeRange.start)) return 'Too early'
  if (minute > minutesOf(preferredTimeRange.end)) return 'Too late'
  if (maxPrice === null || kind === 'RETURN_TIME') return null
  return price?.currency === maxPrice.currency && price.amount <= maxPrice.amount
    ? null
    : `Over ${priceWords(maxPrice)}`
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** An offer as a line of the board; it stands out where a preference of its ride wants it. */
export function lookOf(offering: LaneOffering, wish: Wish | undefined, timezone: string): Look {
  if (!offering.available)
    return { band: 'closed', word: offering.kind === 'PAID_RETURN_TIME' ? 'Sold out' : 'None left', room: 4 }
  if (offering.kind === 'STANDBY') return { band: 'none', word: 'Estimate', room: 3 }
  const reason = wish && whyNot(offering, wish, timezone)
  if (reason === null) return { band: 'walk', word: 'Fits', room: 1 }
  return { band: 'none', word: reason ?? '', room: 2 }
}

/** The figures of a clock apart from their unit: "4:40" and "pm". A clock of 24 hours has no unit. */
export function clockParts(at: string, timezone: string): [figures: string, unit: string] {
  const [figures = '', unit = ''] = clockTime(new Date(at), timezone).split(' ')
  return [figures, unit]
}
