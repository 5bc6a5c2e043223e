import { GUARANTEED_RIDES } from '@walkon/contracts/guarantee'
import type { GuaranteeDecision, GuaranteeReason } from '@walkon/contracts/http/guarantees'
import type { DeliveryOutcome } from '@walkon/contracts/events/notifications'
import type { Channel } from '@walkon/contracts/values'

/** An alert of the pass, with the outcomes of its messages. */
export type AlertedRide = {
  rideId: string
  /** News: not short when the window began and ever since, and of a ride that is not short half of the time. */
  counts: boolean
  deliveries: { channel: Channel; outcome: DeliveryOutcome }[]
}

export type EndedPass = {
  /** The cause that took the pass back before a decision; null if it stands. */
  revokedBy: 'refunded' | 'disputed' | 'erased' | null
  alerts: AlertedRide[]
  /** Another message of an alert, by another channel, may come until then. */
  messagesUntil: Date
  /** Receipts are waited for until then at most. */
  settleUntil: Date
}

/** Different rides: all that were alerted, those that count, and those that may still count. */
export type RideCounts = { ridesAlerted: number; ridesCounted: number; ridesOpen: number }

export type Verdict = RideCounts &
  ({ decision: null } | { decision: GuaranteeDecision; reason: GuaranteeReason })

/**
 * Decides at once if no delivery that is open or may still be made can change the answer, else after the time for receipts. `now` is
 * compared with `messagesUntil` and `settleUntil` alone.
 */
export function decideGuarantee(
  { revokedBy, alerts, messagesUntil, settleUntil }: EndedPass,
  now: Date,
): Verdict {
  const isOver = now >= settleUntil
  const counts = countRides(alerts, { isOver, mayGrow: now < messagesUntil })
  const { ridesCounted, ridesOpen } = counts
  if (revokedBy) return { ...counts, decision: 'void', reason: `pass-${revokedBy}` }
  if (ridesCounted >= GUARANTEED_RIDES) return { ...counts, decision: 'kept', reason: 'three-rides' }
  if (isOver || ridesCounted + ridesOpen < GUARANTEED_RIDES)
    return { ...counts, decision: 'refund', reason: 'fewer-than-three-rides' }
  return { ...counts, decision: null }
}

function countRides(
  alerts: AlertedRide[],
  { isOver, mayGrow }: { isOver: boolean; mayGrow: boolean },
): RideCounts {
  const different = (fits: (alert: AlertedRide) => boolean) =>
    new Set(alerts.filter(fits).map(({ rideId }) => rideId))
  const counted = different((alert) => alert.counts && (isDelivered(alert) || (isOver && isTaken(alert))))
  const open = different((alert) => alert.counts && (mayGrow || isOpen(alert)))
  return {
    ridesAlerted: different(() => true).size,
    ridesCounted: counted.size,
    ridesOpen: [...open].filter((rideId) => !counted.has(rideId)).length,
  }
}

const isDelivered = ({ deliveries }: AlertedRide) => deliveries.some(({ outcome }) => outcome === 'delivered')

/** Accepted and not bounced. That a push service accepted a message says nothing of the device. */
const isTaken = ({ deliveries }: AlertedRide) =>
  deliveries.some(({ channel, outcome }) => outcome === 'accepted' && channel !== 'push')

/** Nothing is known of its message yet, or a receipt of one is to come. */
const isOpen = ({ deliveries }: AlertedRide) =>
  deliveries.length === 0 || deliveries.some(({ outcome }) => outcome === 'accepted')
