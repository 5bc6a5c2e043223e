import type { LanePreference } from '@walkon/contracts/http/lightning-lane'
import { priceWords } from '@walkon/contracts/price-words'
import { timeWords } from '../../lib/time-words.ts'

type Wish = Pick<LanePreference, 'preferredTimeRange' | 'maxPrice'>

const ANY_TIME = 'any time'

/** "9 am to 6 pm, up to $20". */
export function wishWords({ preferredTimeRange, maxPrice }: Wish): string {
  const { start, end } = preferredTimeRange
  const times = isAnyTime(preferredTimeRange) ? ANY_TIME : `${timeWords(start)} to ${timeWords(end)}`
  return maxPrice ? `${times}, up to ${priceWords(maxPrice)}` : times
}

/** "$20": the limit that a bell shows, the price or else the latest time. */
export function limitOf({ preferredTimeRange, maxPrice }: Wish): string {
  if (maxPrice) return priceWords(maxPrice)
  return isAnyTime(preferredTimeRange) ? ANY_TIME : timeWords(preferredTimeRange.end)
}

/** "$20 at most", for who can't see the bell. */
export function spokenLimit(wish: Wish): string {
  const limit = limitOf(wish)
  return limit === ANY_TIME ? limit : `${limit} at most`
}

const isAnyTime = ({ start, end }: Wish['preferredTimeRange']): boolean =>
  start === '00:00' && end === '23:59'
