import { MINUTE_MS } from './question.ts'
import type { Clock } from './visitor-clock.ts'
import type { Visitor } from './visitor.ts'

/** Who turns a ride off because of its alert does so within this time of it. */
const SOON_MS = 60 * MINUTE_MS

/**
 * Answers “Why did I get rides I did not choose?”: the alerts of rides that the visitor turned off soon after them. Null without one.
 * The newest is told with its times.
 */
export function explainUnchosen({ alerts, changes }: Visitor, clock: Clock): string | null {
  const offs = Map.groupBy(
    changes.filter(
      ({ kind, before, after }) =>
        kind === 'ride' && before?.['active'] === true && after?.['active'] === false,
    ),
    rideOf,
  )
  const unchosen = alerts.flatMap((alert) => {
    const madeAt = Date.parse(alert.triggeredAt)
    const off = offs.get(rideOf(alert))?.find(({ changedAt }) => {
      const passedMs = Date.parse(changedAt) - madeAt
      return 0 <= passedMs && passedMs <= SOON_MS
    })
    return off ? [{ alert, offAt: off.changedAt }] : []
  })
  const newest = unchosen.at(-1)
  if (!newest) return null
  const { alert, offAt } = newest
  const one = `${alert.rideName ?? 'A ride'} was on until the visitor turned it off on ${clock(offAt)}. Its alert was made before that, on ${clock(alert.triggeredAt)}.`
  const others = unchosen.length - 1
  if (others === 0) return one
  return `${one} So ${others === 1 ? 'was 1 other alert' : `were ${others} other alerts`}, for rides that were turned off after them.`
}

const rideOf = ({ subscriptionId, rideId }: { subscriptionId: string; rideId: string | null }) =>
  `${subscriptionId} ${rideId}`
