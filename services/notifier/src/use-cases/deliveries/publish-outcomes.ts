import { deliveryRecorded, letterSettled } from '@walkon/contracts/events/notifications'
import { emit } from '@walkon/messaging/emit'
import type { Database } from '@walkon/service/database'
import {
  findOutcomeAges,
  takeOutcomes,
  type UnpublishedOutcome,
} from '../../db/deliveries/unpublished-outcomes.ts'

/** Seconds. */
export type OutcomeWaits = {
  /** So long no further message may have ended. */
  quiet: number
  /** No outcome waits longer, however many messages go out. */
  longest: number
}

const BATCH = 500

/**
 * Publishes the oldest outcomes, unless messages are going out. A visitor waits for the next message, and no one for the outcome of the
 * last (docs/decisions/outcomes-wait-for-messages.md). Says whether there were any, and whether they have to wait.
 */
export async function publishOutcomes(
  db: Database,
  { quiet, longest }: OutcomeWaits,
): Promise<'none' | 'waiting' | 'published'> {
  const ages = await findOutcomeAges(db)
  if (ages === null) return 'none'
  if (ages.newest < quiet && ages.oldest < longest) return 'waiting'
  return db.transaction(async (tx) => {
    const outcomes = await takeOutcomes(tx, BATCH)
    await emit(
      tx,
      deliveryRecorded,
      outcomes.map(({ deliveryId, channel, outcome, reason, alerts, traceparent, recordedAt }) => ({
        cause: traceparent,
        data: {
          deliveryId,
          channel,
          outcome,
          reason,
          alerts,
          recordedAt: new Date(recordedAt).toISOString(),
        },
      })),
    )
    await emit(tx, letterSettled, outcomes.flatMap(toSettled))
    return outcomes.length > 0 ? 'published' : 'none'
  })
}

function toSettled({ letterId, outcome, reason, traceparent, recordedAt }: UnpublishedOutcome) {
  if (letterId === null) return []
  const settledAt = new Date(recordedAt).toISOString()
  return [{ cause: traceparent, data: { notificationId: letterId, outcome, reason, settledAt } }]
}
