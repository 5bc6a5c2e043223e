import type { SubscriptionView, WatchView } from '@walkon/contracts/http/alerts'
import type { LiveRide, ParkView } from '@walkon/contracts/http/parks'
import { clockTimeForVisitor, dayLabel, parkDateAt } from '../../lib/park-time.ts'

/**
 * The obstacles between a ride and an alert, in the words of the debug panel. The rule itself is alert-evaluator's (decisions, section 3).
 */

/** A wait that changed this lately vouches for a park that its hours call closed. */
const FRESH_MS = 20 * 60_000
const RIDES_THAT_VOUCH = 3

/** Open or not, and by which vote. */
export function parkVote({ isOpen }: Pick<ParkView, 'isOpen'>, rides: LiveRide[], now: Date): ParkVote {
  if (isOpen) return { isOpen, words: 'Open by its hours' }
  const fresh = rides.filter(
    ({ waitMinutes, changedAt }) =>
      (waitMinutes ?? 0) > 0 && changedAt !== null && now.getTime() - Date.parse(changedAt) <= FRESH_MS,
  ).length
  const posted = `${fresh} ${fresh === 1 ? 'ride' : 'rides'} posted a new wait in the last 20 min`
  return fresh >= RIDES_THAT_VOUCH
    ? { isOpen: true, words: `Open by its waits: ${posted}` }
    : { isOpen: false, words: `Closed by its hours, and only ${posted}: nothing alerts` }
}

export type ParkVote = { isOpen: boolean; words: string }

export const trustWords = (isStale: boolean): string =>
  isStale ? 'No. Nothing in this park has changed for 30 min, so nothing alerts' : 'Yes'

export function windowWords({ windows, timezone, isCoveredByPlan }: SubscriptionView): string {
  if (isCoveredByPlan) return 'Unlimited plan'
  const words = (instant: string) => momentWords(new Date(instant), timezone)
  return windows.map(({ startsAt, endsAt }) => `${words(startsAt)} to ${words(endsAt)}`).join('; ')
}

type Held = {
  subscription: Pick<SubscriptionView, 'windows' | 'isCoveredByPlan' | 'timezone'>
  /** The sentence that Manage Alerts says of the park. */
  status: { words: string; isRunning: boolean }
  isParkOpen: boolean
  isStale: boolean
  now: Date
}

/** Why no ride of the park alerts now at any wait; null if each may by its own. */
export function holdWords({ subscription, status, isParkOpen, isStale, now }: Held): string | null {
  if (!status.isRunning) return `no alert: ${status.words}`
  const { windows, isCoveredByPlan, timezone } = subscription
  const next = windows.find(({ endsAt }) => new Date(endsAt) > now)
  if (!isCoveredByPlan && !next) return 'no alert: the pass has ended'
  if (!isCoveredByPlan && next && new Date(next.startsAt) > now)
    return `no alert before ${momentWords(new Date(next.startsAt), timezone)}`
  if (!isParkOpen) return 'no alert while the park is closed'
  return isStale ? 'no alert while the reading is not trusted' : null
}

/** Why a chosen ride does not alert now, or that it may. */
export function rideWords(
  watch: Pick<WatchView, 'thresholdMinutes' | 'nextAlertAt'>,
  ride: Pick<LiveRide, 'status' | 'waitMinutes'> | undefined,
  timezone: string,
): string {
  if (watch.nextAlertAt) return `waits until ${momentWords(new Date(watch.nextAlertAt), timezone)}`
  if (!ride || (ride.status === 'OPERATING' && ride.waitMinutes === null)) return 'has no reading'
  if (ride.status !== 'OPERATING') return 'is not running'
  if (ride.waitMinutes === 0) return 'is a walk-on, which does not alert'
  return (ride.waitMinutes ?? 0) > watch.thresholdMinutes ? 'above the limit' : 'may alert now'
}

const momentWords = (at: Date, timezone: string) =>
  `${dayLabel(parkDateAt(at, timezone))}, ${clockTimeForVisitor(at, timezone)}`
