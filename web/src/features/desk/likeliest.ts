import type { Likeliest } from './finding.ts'
import { guaranteeState } from './guarantee-state.ts'
import { longestSilence } from './longest-silence.ts'
import { newestHold } from './newest-hold.ts'
import type { Day } from './use-day.ts'
import type { Visitor } from './visitor.ts'

/** The three likeliest questions. Pure: the instant is an argument. */
export function listLikeliest(
  visitor: Visitor,
  { lanes, subscription }: Pick<Day, 'lanes' | 'subscription'>,
  now: Date,
): Likeliest[] {
  const timezone = subscription?.timezone ?? 'UTC'
  const of = { lanes, timezone, subscriptionId: subscription?.id ?? '' }
  return [longestSilence(visitor, of), newestHold(lanes, timezone), guaranteeState(visitor, now)].filter(
    (answer) => answer !== null,
  )
}
