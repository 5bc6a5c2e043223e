import type { DeliveryOutcome } from '@walkon/contracts/events/notifications'
import type { Channel } from '@walkon/contracts/values'
import { randomUUID } from 'node:crypto'

/**
 * Orders with a life of their own each, and what must become of their money: written from the decisions (section 4) and not from the
 * code of billing.
 */

type PlannedMessage = {
  alertId: string
  rideId: string
  /** Whether it was news: a wait that was short from the beginning, or is short most of the day, is none. */
  counts: boolean
  channel: Channel
  outcomes: DeliveryOutcome[]
}

export type PlannedOrder = {
  email: string
  channel: 'email' | 'sms'
  days: number
  payment: 'paid' | 'declined-then-paid' | 'slow' | 'slow-then-refused' | 'never'
  /** What a person or the bank does before the pass ends. */
  interference: 'none' | 'refund' | 'partial-refund' | 'dispute'
  messages: PlannedMessage[]
}

export type ExpectedMoney = {
  hasPass: boolean
  paidCents: number
  /** By hand and by the guarantee. */
  byHandCents: number
  byGuaranteeCents: number
}

/** Numbers of [0, 1), the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** One of these values; a value that is named twice is twice as likely. */
const pickBy =
  (random: () => number) =>
  <Value>(first: Value, ...others: Value[]): Value =>
    [first, ...others][Math.floor(random() * (others.length + 1))] ?? first

export const PARTIAL_CENTS = 30

export function planOrder(index: number, random: () => number): PlannedOrder {
  const pick = pickBy(random)
  return {
    email: `order-${index}@example.com`,
    channel: pick('email', 'sms'),
    days: pick(1, 2, 3),
    payment: pick('paid', 'paid', 'paid', 'paid', 'declined-then-paid', 'slow', 'slow-then-refused', 'never'),
    interference: pick('none', 'none', 'none', 'none', 'none', 'refund', 'partial-refund', 'dispute'),
    messages: planMessages(pick(0, 1, 2, 3, 3, 4, 5), random),
  }
}

function planMessages(rides: number, random: () => number): PlannedMessage[] {
  const pick = pickBy(random)
  const rideIds = Array.from({ length: rides }, () => randomUUID())
  return rideIds
    .flatMap((rideId) => (random() < 0.2 ? [rideId, rideId] : [rideId]))
    .map((rideId) => ({
      alertId: randomUUID(),
      rideId,
      counts: random() > 0.15,
      channel: pick<Channel>('email', 'email', 'email', 'push'),
      outcomes: pick<DeliveryOutcome[]>(
        ['accepted', 'delivered'],
        ['accepted', 'delivered'],
        ['accepted', 'delivered'],
        ['accepted'],
        ['accepted', 'bounced'],
        ['failed'],
        ['expired'],
        [],
      ),
    }))
}

const DAY_CENTS = { email: 100, sms: 500 }
const PAID = new Set(['paid', 'declined-then-paid', 'slow'])

export function expectMoney({ channel, days, payment, interference, messages }: PlannedOrder): ExpectedMoney {
  if (!PAID.has(payment)) return { hasPass: false, paidCents: 0, byHandCents: 0, byGuaranteeCents: 0 }
  const paidCents = days * DAY_CENTS[channel]
  const byHandCents = { none: 0, dispute: 0, refund: paidCents, 'partial-refund': PARTIAL_CENTS }[
    interference
  ]
  const isUnmet = new Set(messages.filter(isPromised).map(({ rideId }) => rideId)).size < 3
  const byGuaranteeCents = isUnmet && interference !== 'dispute' ? paidCents - byHandCents : 0
  return { hasPass: true, paidCents, byHandCents, byGuaranteeCents }
}

/** News that was delivered, or accepted by a mail server and not bounced six hours after the end. */
const isPromised = ({ counts, channel, outcomes }: PlannedMessage): boolean => {
  if (!counts) return false
  const last = outcomes.at(-1)
  return last === 'delivered' || (last === 'accepted' && channel !== 'push')
}
