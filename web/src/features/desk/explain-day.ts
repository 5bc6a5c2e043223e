import { clockTime } from '../../lib/park-time.ts'
import { limitAt } from './explain-choice.ts'
import type { Question } from './question.ts'
import { listSpells } from './spells.ts'
import type { Visitor } from './visitor.ts'

/** A whole day can have many short waits: the newest are told. */
const MOST_SPELLS = 3

/** The answer to “Why did I get nothing for that ride?” of a whole day, for who does not know the minute. Pure. */
export function explainDay(visitor: Visitor, lane: Omit<Question, 'at'>): string {
  const { rideName, timezone, history } = lane
  const clock = (instant: string) => clockTime(new Date(instant), timezone)
  const [lowest] = history.observations
    .filter(({ status, waitMinutes }) => status === 'OPERATING' && (waitMinutes ?? 0) > 0)
    .toSorted((one, other) => (one.waitMinutes ?? 0) - (other.waitMinutes ?? 0))
  if (!lowest) return `${rideName} posted no wait on this day.`
  const spells = listSpells(visitor, lane)
  if (spells.length === 0) {
    const limit = limitAt(visitor, { ...lane, at: new Date(lowest.observedAt) })
    return `${rideName} never got to ${limit?.minutes ?? 0} min on this day. Lowest: ${lowest.waitMinutes} min at ${clock(lowest.observedAt)}.`
  }
  const times = `${rideName} was short ${spells.length === 1 ? 'once' : `${spells.length} times`} on this day.`
  const told = spells
    .slice(-MOST_SPELLS)
    .map(({ from, waitMinutes, words }) => `${waitMinutes} min at ${clock(from)}: ${words}`)
  return [times, ...told].join(' ')
}
