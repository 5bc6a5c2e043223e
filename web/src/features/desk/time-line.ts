import { dollars } from '../../lib/money.ts'
import { capital } from '../../lib/capital.ts'
import type { Entry } from './entry.ts'
import { fateWords, hasFailed } from './fates.ts'
import { subjectOf } from './messages.ts'
import { changesOf, repliesOf } from './visitor-entries.ts'
import type { Visitor } from './visitor.ts'

/** Returns a visitor's time line, the newest first; `held`: readings that could have alerted and did not. */
export function toTimeLine(visitor: Visitor, held: Entry[] = []): Entry[] {
  return byNewest([
    ...held,
    ...ordersOf(visitor),
    ...paymentsOf(visitor),
    ...alertsOf(visitor),
    ...deliveriesOf(visitor),
    ...repliesOf(visitor),
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

/** Of news that is no wait. */
const TOLD_WORDS: Record<string, string> = {
  reopened: 'Reopened',
  'probably-done': 'Probably done for today',
}

/** Rides that one message tells of are one entry. */
function alertsOf({ alerts, deliveryAlerts }: Visitor): Entry[] {
  const messageOf = new Map(deliveryAlerts.map(({ alertId, deliveryId }) => [alertId, deliveryId]))
  const messages = Map.groupBy(alerts, ({ id, kind }) => `${kind} ${messageOf.get(id) ?? id}`)
  return [...messages.values()].flatMap((told): Entry[] => {
    const [first, other] = told
    if (!first) return []
    const { id, kind, waitMinutes, triggeredAt } = first
    const words = TOLD_WORDS[kind]
    const waits = other ? `${told.length} rides` : `${waitMinutes} min`
    return [
      {
        at: triggeredAt,
        kind: 'sent',
        what: words ?? `Reached the limit: ${waits}`,
        thing: told
          .map((alert) => nameAndWait(alert, { showsWait: words === undefined && other !== undefined }))
          .join(', '),
        ref: id,
      },
    ]
  })
}

const nameAndWait = (
  { rideName, waitMinutes }: Visitor['alerts'][number],
  { showsWait }: { showsWait: boolean },
) => `${rideName ?? 'A ride'}${showsWait ? ` ${waitMinutes}` : ''}`

function deliveriesOf({ email, deliveries }: Visitor): Entry[] {
  return deliveries.map((delivery) => {
    const { id, channel, address, state, reason, queuedAt, changedAt } = delivery
    const subject = subjectOf(delivery)
    return {
      at: changedAt,
      tookSeconds: (Date.parse(changedAt) - Date.parse(queuedAt)) / 1_000,
      kind: hasFailed({ state }) ? 'failed' : 'sent',
      what: capital(fateWords({ channel, state, reason })),
      thing: address === email ? subject : `${subject}, to ${address}`,
      ref: id,
    }
  })
}

const LOOK_UP = /^find-by-/

/** "Looked up by email", "Release suppressions". */
const actionWords = (action: string) => capital(action.replace(LOOK_UP, 'looked-up-by-').replaceAll('-', ' '))

const actionsOf = ({ actions }: Visitor): Entry[] =>
  actions.map(({ action, reason, actedAt, actorId }) => ({
    at: actedAt,
    kind: 'staff',
    what: actionWords(action),
    thing: reason ?? '',
    ref: actorId,
  }))
