import { explain, isShort } from './explain.ts'
import type { Explanation, Question } from './question.ts'
import type { Entry } from './entry.ts'
import type { Visitor } from './visitor.ts'

/** Short readings of a ride one after another that had the same fate for the visitor. */
export type Spell = {
  rideId: string
  rideName: string
  from: string
  until: string
  /** The instant that the lane names: of the message where there was one, else when the wait became short. */
  at: string
  /** The lowest wait of them. */
  waitMinutes: number
  kind: Explanation['kind']
  words: string
}

type Lane = Omit<Question, 'at'>

/** Lists the outcomes of a day's readings that could have alerted, the earliest first. */
export function listSpells(everything: Visitor, lane: Lane): Spell[] {
  if (lane.history.observations.length === 0) return []
  const visitor = narrow(everything, lane)
  const spells: Spell[] = []
  let last: Spell | undefined
  for (const observation of lane.history.observations) {
    const question = { ...lane, at: new Date(observation.observedAt) }
    const waitMinutes = observation.waitMinutes ?? 0
    if (!isShort(visitor, question, observation)) {
      last = undefined
      continue
    }
    const { kind, words, sentAt } = explain(visitor, question)
    const until = observation.observedAt
    const at = sentAt ?? until
    if (last?.kind === kind && (sentAt === undefined || last.at === at)) {
      last.until = until
      last.waitMinutes = Math.min(last.waitMinutes, waitMinutes)
      continue
    }
    const { rideId, rideName } = lane
    last = { rideId, rideName, from: until, until, at, waitMinutes, kind, words }
    spells.push(last)
  }
  return spells
}

/** The rows that an explanation of this ride reads: each reading looks through them. */
function narrow(visitor: Visitor, { subscriptionId, rideId }: Lane): Visitor {
  const alerts = visitor.alerts.filter(
    (alert) => alert.subscriptionId === subscriptionId && alert.rideId === rideId,
  )
  const alertIds = new Set(alerts.map(({ id }) => id))
  const deliveryAlerts = visitor.deliveryAlerts.filter(({ alertId }) => alertIds.has(alertId))
  const deliveryIds = new Set(deliveryAlerts.map(({ deliveryId }) => deliveryId))
  return {
    ...visitor,
    alerts,
    deliveryAlerts,
    deliveries: visitor.deliveries.filter(({ id }) => deliveryIds.has(id)),
    changes: visitor.changes.filter((change) => change.subscriptionId === subscriptionId),
  }
}

/** Entries of the time line for short waits that were covered by a pass and led to no alert. Uncovered ones are shown in the lanes only. */
export const toHeldEntries = (spells: Spell[]): Entry[] =>
  spells
    .filter(({ kind }) => kind === 'held' || kind === 'unexplained')
    .map(({ rideId, rideName, from, waitMinutes, words }) => ({
      at: from,
      kind: 'held',
      what: `Wait of ${waitMinutes} min, no alert. ${words}`,
      thing: rideName,
      ref: rideId,
    }))
