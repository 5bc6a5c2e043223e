import { deliveryOutcome } from '@walkon/contracts/events/notifications'
import type { Transaction } from '@walkon/service/database'
import type { Transition } from '../../db/deliveries/transitions.ts'
import { insertOutcomes } from '../../db/deliveries/unpublished-outcomes.ts'

/**
 * Keeps the end states among these transitions for `publish-outcomes.ts`, in the transaction that made them. Each statement that
 * changes a state returns only the rows that it changed, so each end is published once.
 */
export async function keepOutcomes(tx: Transaction, transitions: Transition[]): Promise<void> {
  const ended = transitions.flatMap(({ id, channel, state, reason, letterId, traceparent }) => {
    const { data: outcome } = deliveryOutcome.safeParse(state)
    if (outcome === undefined) return []
    const arrives = outcome === 'accepted' || outcome === 'delivered'
    return [{ id, channel, outcome, reason: arrives ? null : reason, letterId, traceparent }]
  })
  await insertOutcomes(tx, ended)
}
