import { clockTime, dayLabel, parkDateAt } from '../../lib/park-time.ts'
import type { Entry } from './entry.ts'
import type { Change, Visitor } from './visitor.ts'
import { zoneOf } from './visitor-clock.ts'

/** Entries of the visitor's acts: replies to texts, and changes of their choices. */

/** Replies are kept for as long as the provider's events are, which is some days. */
export const repliesOf = ({ replies }: Visitor): Entry[] =>
  replies.map(({ repliedAt, number, command, providerId }) => ({
    at: repliedAt,
    kind: 'change',
    what: command === null ? 'Replied with other words' : `Replied ${command.toUpperCase()}`,
    thing: `from the number ending ${number.slice(-4)}`,
    ref: providerId,
  }))

/** Rides that were chosen alike at once are one entry. */
export function changesOf(visitor: Visitor): Entry[] {
  const { changes, subscriptions } = visitor
  const timezone = zoneOf(visitor)
  const parkOf = new Map(subscriptions.map(({ id, parkName }) => [id, parkName ?? 'A park']))
  const alike = Map.groupBy(changes, (change) => JSON.stringify([change.changedAt, toWhat(change, timezone)]))
  return [...alike.values()].flatMap((group): Entry[] => {
    const [first] = group
    if (!first) return []
    const { subscriptionId, rideName, changedAt } = first
    const others = group.length > 1 ? ` and ${group.length - 1} more` : ''
    const thing = `${rideName ?? parkOf.get(subscriptionId) ?? 'A park'}${others}`
    return [{ at: changedAt, kind: 'change', what: toWhat(first, timezone), thing, ref: subscriptionId }]
  })
}

function toWhat({ kind, before, after }: Change, timezone: string): string {
  switch (kind) {
    case 'switch':
      return `Alerts of the park: ${choiceWords(before)} to ${choiceWords(after)}`
    case 'ride':
      return `Choice of a ride: ${choiceWords(before)} to ${choiceWords(after)}`
    case 'quiet-hours':
      return `Quiet hours: ${quietWords(before)} to ${quietWords(after)}`
    case 'pause':
      return after?.['pausedAt'] ? 'All alerts paused for the day' : 'The pause for the day taken back'
    case 'done':
    case 'snooze':
      return `Silent after ${kind.toUpperCase()}${untilWords(after?.['until'], timezone)}`
    default:
      return kind
  }
}

function choiceWords(state: Change['after']): string {
  if (state === null) return 'none'
  const { active, thresholdMinutes, fitted } = state
  if (active === false) return 'off'
  if (fitted === true) return 'on, when short for the ride'
  return typeof thresholdMinutes === 'number' ? `on, ${thresholdMinutes} min` : 'on'
}

/** The hours are as the evaluator stores them: `{ from, until }` of the park's clock. */
function quietWords(state: Change['after']): string {
  const hours = state?.['quietHours']
  if (typeof hours !== 'object' || hours === null || !('from' in hours) || !('until' in hours)) return 'none'
  return `${String(hours.from).slice(0, 5)}–${String(hours.until).slice(0, 5)}`
}

function untilWords(until: unknown, timezone: string): string {
  if (typeof until !== 'string') return ''
  const at = new Date(until)
  return ` until ${clockTime(at, timezone)} on ${dayLabel(parkDateAt(at, timezone))}`
}
