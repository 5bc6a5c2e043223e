import { deliveryOutcome, deliveryRecorded } from '@walkon/contracts/events/notifications'
import type { DeliveryState } from '@walkon/contracts/http/notifications'
import type { Channel } from '@walkon/contracts/values'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { uuids } from '@walkon/service/sql-parameters'
import { sql, type SQL } from 'drizzle-orm'

/** A delivery as it stands after a change of its state. */
export type MovedDelivery = {
  id: string
  channel: Channel
  state: DeliveryState
  reason: string | null
  /** From the reading to this change; null for messages that no reading caused. */
  latencySeconds: number | null
  traceparent: string | null
}

/** For `update deliveries d ... returning`. */
export const moved: SQL = sql`d.id, d.channel, d.state, d.last_error as reason, d.traceparent,
  extract(epoch from now() - d.observed_at)::float8 as "latencySeconds"`

/**
 * Publishes the end states among these changes, in the transaction that made them. Every statement that changes a
 * state returns only the rows it changed, so each move is announced once.
 */
export async function announce(tx: Transaction, changes: MovedDelivery[]): Promise<void> {
  const ended = changes.flatMap((change) => {
    const outcome = deliveryOutcome.safeParse(change.state)
    return outcome.success ? [{ ...change, outcome: outcome.data }] : []
  })
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  const alerts = Map.groupBy(await listAlertsOf(tx, ids), ({ deliveryId }) => deliveryId)
  const recordedAt = new Date().toISOString()
  const events = ended.map(({ id, channel, outcome, reason, traceparent }) => ({
    cause: traceparent,
    data: {
      deliveryId: id,
      channel,
      outcome,
      reason: outcome === 'accepted' || outcome === 'delivered' ? null : reason,
      alerts: (alerts.get(id) ?? []).map(({ alertId, rideId }) => ({ alertId, rideId })),
      recordedAt,
    },
  }))
  await emit(tx, deliveryRecorded, events)
}

/**
 * Says once more what has become of these alerts: whoever publishes an alert again has not heard of its end. Does
 * nothing for those that are still under way; their end will be announced when it comes.
 */
export async function announceAgain(tx: Transaction, alertIds: string[]): Promise<void> {
  if (alertIds.length === 0) return
  const deliveries = await tx.execute<MovedDelivery>(sql`
    select ${moved} from deliveries d where d.id in (
      select delivery_id from delivery_alerts where alert_id = any(${uuids(alertIds)}))`)
  await announce(tx, deliveries)
}

type AlertOfDelivery = { deliveryId: string; alertId: string; rideId: string }

async function listAlertsOf(tx: Transaction, deliveryIds: string[]): Promise<AlertOfDelivery[]> {
  return tx.execute<AlertOfDelivery>(sql`
    select delivery_id as "deliveryId", alert_id as "alertId", ride_id as "rideId"
    from delivery_alerts where delivery_id = any(${uuids(deliveryIds)})`)
}
