import { clockTime, dayLabel, parkDateAt } from '../../lib/park-time.ts'
import type { Entry } from './entry.ts'
import { quietClock } from './quiet-clock.ts'
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
      return after?.['active'] === false ? 'Alerts of the park turned off' : 'Alerts of the park turned on'
    case 'ride':
      return rideWords(before, after)
    case 'quiet-hours':
      return `Quiet hours: ${quietWords(after)} (were ${quietWords(before)})`
    case 'pause':
      return after?.['pausedAt'] ? 'All alerts paused for the day' : 'Pause ended'
    case 'done':
    case 'snooze':
      return `Silent after ${kind.toUpperCase()}${untilWords(after?.['until'], timezone)}`
    default:
      return kind
  }
}

/** "Ride turned off (was 15 min)", "Limit of a ride: 30 min (was 15 min)". */
function rideWords(before: Change['before'], after: Change['after']): string {
  const [was, is] = [limitWords(before), limitWords(after)]
  const former = was === null ? '' : ` (was ${was})`
  if (is === null) return `Ride turned off${former}`
  return was === null ? `Ride turned on, ${is}` : `Limit of a ride: ${is}${former}`
}

/** Null for a ride that is off. */
function limitWords(state: Change['after']): string | null {
  if (state === null || state['active'] === false) return null
  return state['fitted'] === true ? 'when short for the ride' : `${String(state['thresholdMinutes'])} min`
}

/** The hours are as the evaluator stores them: `{ from, until }` of the park's clock. */
function quietWords(state: Change['after']): string {
  const hours = state?.['quietHours']
  if (typeof hours !== 'object' || hours === null || !('from' in hours) || !('until' in hours)) return 'none'
  return `${quietClock(String(hours.from))} to ${quietClock(String(hours.until))}`
}

function untilWords(until: unknown, timezone: string): string {
  if (typeof until !== 'string') return ''
  const at = new Date(until)
  return ` until ${clockTime(at, timezone)} on ${dayLabel(parkDateAt(at, timezone))}`
}
