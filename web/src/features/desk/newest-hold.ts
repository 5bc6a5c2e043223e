import { clockTime } from '../../lib/park-time.ts'
import type { Likeliest } from './finding.ts'
import type { Spell } from './spells.ts'
import type { LaneOfDay } from './use-day.ts'

/** The newest short wait of a day that led to no alert. Null without one. */
export function newestHoldOf(lanes: LaneOfDay[]): Spell | null {
  const [newest] = lanes
    .flatMap(({ spells }) => spells)
    .filter(({ kind }) => kind === 'held' || kind === 'unexplained')
    .toSorted((one, other) => Date.parse(other.from) - Date.parse(one.from))
  return newest ?? null
}

/** The question and answer about it. */
export function newestHold(lanes: LaneOfDay[], timezone: string): Likeliest | null {
  const newest = newestHoldOf(lanes)
  if (!newest) return null
  const [figure = '', unit = ''] = clockTime(new Date(newest.from), timezone).split(' ')
  return {
    figure,
    unit,
    label: 'Newest hold',
    shape: newest.kind === 'held' ? 'moderate' : 'long',
    asked: `${newest.rideName} was ${newest.waitMinutes} and I heard nothing.`,
    answer: newest.words,
  }
}
