import type { Sql } from 'postgres'

/** The steps of a message, as notifier's table has them. No address is read. */

export type DeliveryRow = {
  id: string
  channel: string
  state: string
  attempts: number
  reason: string | null
  queuedAt: Date
  calledAt: Date | null
  doubtedAt: Date | null
  acceptedAt: Date | null
  deliveredAt: Date | null
  changedAt: Date
  traceparent: string | null
}

const columns = (notifier: Sql) => notifier`
  id, channel, state, attempt_no as attempts, last_error as reason, created_at as "queuedAt",
  called_at as "calledAt", doubted_at as "doubtedAt", accepted_at as "acceptedAt", delivered_at as "deliveredAt",
  updated_at as "changedAt", traceparent`

export const listDeliveriesOfAlert = (notifier: Sql, alertId: string): Promise<DeliveryRow[]> =>
  notifier<DeliveryRow[]>`
    select ${columns(notifier)} from notifier.deliveries where id in (
      select delivery_id from notifier.delivery_alerts where alert_id = ${alertId})
    order by created_at`

export const listDeliveriesOfLetter = (notifier: Sql, letterId: string): Promise<DeliveryRow[]> =>
  notifier<DeliveryRow[]>`
    select ${columns(notifier)} from notifier.deliveries where source_id = ${letterId} order by created_at`
