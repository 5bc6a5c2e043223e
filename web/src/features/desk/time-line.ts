import { dollars } from '../../lib/money.ts'
import { fateWords, hasFailed } from './fates.ts'
import type { Change, Visitor } from './visitor.ts'

export const ENTRY_KINDS = ['sent', 'held', 'failed', 'money', 'change', 'staff'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

export type Entry = {
  at: string
  kind: EntryKind
  what: string
  /** The ride, the park or the address that it is about. */
  thing: string
  /** An id to search for. */
  ref: string
  /** How long it took, in seconds, where that is known. */
  tookSeconds?: number
}

/** What happened to a visitor, the newest first; `held`: readings that could have alerted and did not. */
export function toTimeLine(visitor: Visitor, held: Entry[] = []): Entry[] {
  return byNewest([
    ...held,
    ...ordersOf(visitor),
    ...paymentsOf(visitor),
    ...alertsOf(visitor),
    ...deliveriesOf(visitor),
    ...changesOf(visitor),
    ...actionsOf(visitor),
  ])
}

/** Each instant is read once: a long past has ten thousand. */
const byNewest = (entries: Entry[]): Entry[] =>
  entries
    .map((entry) => ({ entry, at: Date.parse(entry.at) }))
    .toSorted((one, other) => other.at - one.at)
    .map(({ entry }) => entry)

function ordersOf({ orders, passes }: Visitor): Entry[] {
  const parkOf = new Map(orders.map(({ id, parkName }) => [id, parkName ?? 'A park']))
  return [
    ...orders.map(
      ({ id, createdAt, totalCents, parkName }): Entry => ({
        at: createdAt,
        kind: 'money',
        what: `Ordered, ${dollars(totalCents)}`,
        thing: parkName ?? 'A park',
        ref: id,
      }),
    ),
    ...passes.flatMap(({ id, orderId, activatedAt, revokedAt }): Entry[] => {
      const thing = parkOf.get(orderId) ?? 'A park'
      const begun: Entry = { at: activatedAt, kind: 'money', what: 'Pass began', thing, ref: id }
      return revokedAt === null
        ? [begun]
        : [begun, { at: revokedAt, kind: 'money', what: 'Pass was taken back', thing, ref: id }]
    }),
  ]
}

const paymentsOf = ({ payments, guarantees }: Visitor): Entry[] => [
  ...payments.flatMap(({ id, amountCents, paidAt, createdAt, status, refundedCents }): Entry[] => [
    paidAt === null
      ? { at: createdAt, kind: 'money', what: `Payment ${status}`, thing: dollars(amountCents), ref: id }
      : {
          at: paidAt,
          kind: 'money',
          what: refundedCents > 0 ? `Paid, ${dollars(refundedCents)} of it is paid back` : 'Paid',
          thing: dollars(amountCents),
          ref: id,
        },
  ]),
  ...guarantees.flatMap(({ passId, decision, reason, decidedAt }): Entry[] =>
    decidedAt === null
      ? []
      : [
          {
            at: decidedAt,
            kind: 'money',
            what: decision === 'refund' ? 'Guarantee: paid back' : 'Guarantee: kept',
            thing: reason ?? '',
            ref: passId,
          },
        ],
  ),
]

const alertsOf = ({ alerts }: Visitor): Entry[] =>
  alerts.map(({ id, rideName, kind, waitMinutes, triggeredAt }) => ({
    at: triggeredAt,
    kind: 'sent',
    what: kind === 'reopened' ? 'Reopening matched' : `Wait of ${waitMinutes} min matched`,
    thing: rideName ?? 'A ride',
    ref: id,
  }))

const capital = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1)

function deliveriesOf({ deliveries, deliveryAlerts }: Visitor): Entry[] {
  const rides = Map.groupBy(deliveryAlerts, ({ deliveryId }) => deliveryId)
  return deliveries.map(({ id, about, channel, address, state, reason, queuedAt, changedAt }) => ({
    at: changedAt,
    tookSeconds: (Date.parse(changedAt) - Date.parse(queuedAt)) / 1_000,
    kind: hasFailed({ state }) ? 'failed' : 'sent',
    what: capital(fateWords({ channel, state, reason })),
    thing:
      rides
        .get(id)
        ?.map(({ rideName }) => rideName)
        .join(', ') ?? `${about} to ${address}`,
    ref: id,
  }))
}

const CHANGES: Record<string, string> = {
  switch: 'Alerts of the park',
  ride: 'Choice of a ride',
  'quiet-hours': 'Quiet hours',
  pause: 'Pause for today',
  done: 'DONE answered',
  snooze: 'SNOOZE answered',
}

/** Rides that were chosen alike at once are one entry. */
function changesOf({ changes, subscriptions }: Visitor): Entry[] {
  const parkOf = new Map(subscriptions.map(({ id, parkName }) => [id, parkName ?? 'A park']))
  const alike = Map.groupBy(changes, (change) => JSON.stringify([change.changedAt, toWhat(change)]))
  return [...alike.values()].flatMap((group): Entry[] => {
    const [first] = group
    if (!first) return []
    const { subscriptionId, rideName, changedAt } = first
    const others = group.length > 1 ? ` and ${group.length - 1} more` : ''
    const thing = `${rideName ?? parkOf.get(subscriptionId) ?? 'A park'}${others}`
    return [{ at: changedAt, kind: 'change', what: toWhat(first), thing, ref: subscriptionId }]
  })
}

const toWhat = ({ kind, before, after }: Change) =>
  `${CHANGES[kind] ?? kind}: ${stateWords(before)} to ${stateWords(after)}`

const stateWords = (state: Record<string, unknown> | null): string => {
  if (state === null) return 'none'
  const { active, thresholdMinutes, fitted, quietHours, until } = state
  if (typeof until === 'string') return until
  if (quietHours !== undefined) return quietHours === null ? 'off' : JSON.stringify(quietHours)
  if (active === false) return 'off'
  if (fitted === true) return 'on, when short for the ride'
  return typeof thresholdMinutes === 'number' ? `on, ${thresholdMinutes} min` : 'on'
}

const actionsOf = ({ actions }: Visitor): Entry[] =>
  actions.map(({ action, reason, actedAt, actorId }) => ({
    at: actedAt,
    kind: 'staff',
    what: action.replaceAll('-', ' '),
    thing: reason ?? '',
    ref: actorId,
  }))
