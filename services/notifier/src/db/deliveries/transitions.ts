import type { DeliveryState } from '@walkon/contracts/http/notifications'
import type { Channel } from '@walkon/contracts/values'
import type { Transaction } from '@walkon/service/database'
import { uuids } from '@walkon/service/sql-parameters'
import { sql, type SQL } from 'drizzle-orm'

/** A delivery as it stands after a change of its state. */
export type Transition = {
  id: string
  channel: Channel
  state: DeliveryState
  reason: string | null
  sourceId: string
  attemptNo: number
  /** From the reading to the acceptance, for the change that recorded it; null for messages that no reading caused. */
  latencySeconds: number | null
  traceparent: string | null
  /** The letter's notification, of which the service that requested it hears; null for alerts and for the newsletter. */
  letterId: string | null
  /** Its row is deleted once the mail has ended. */
  isFarewell: boolean
}

/** Mails of the newsletter are left out: no service requests them, and all of an issue have one source. */
const requestedLetter = sql`case when d.source = 'notification' and d.list is distinct from 'newsletter' then d.source_id end`

/** For `update deliveries d ... returning`: only the rows that the statement changed. */
export const transition: SQL = sql`d.id, d.channel, d.state, d.last_error as reason, d.traceparent,
  d.source_id as "sourceId", ${requestedLetter} as "letterId", d.attempt_no as "attemptNo", d.source = 'farewell' as "isFarewell",
  case d.accepted_at when now() then extract(epoch from now() - d.observed_at)::float8 end as "latencySeconds"`

/** The deliveries that name these alerts, as they stand. */
export async function listDeliveriesOfAlerts(tx: Transaction, alertIds: string[]): Promise<Transition[]> {
  return tx.execute<Transition>(sql`
    select ${transition} from deliveries d where d.id in (
      select delivery_id from delivery_alerts where alert_id = any(${uuids(alertIds)}))`)
}

/** The deliveries of these letters, as they stand. */
export async function listDeliveriesOfLetters(tx: Transaction, letterIds: string[]): Promise<Transition[]> {
  return tx.execute<Transition>(sql`
    select ${transition} from deliveries d where d.source_id = any(${uuids(letterIds)})`)
}

/** Lists the letters of these deliveries that have not come to an end. */
export async function listOpenLetters(tx: Transaction, deliveryIds: string[]): Promise<string[]> {
  const rows = await tx.execute<{ letterId: string }>(sql`
    select distinct ${requestedLetter} as "letterId" from deliveries d
    where d.id = any(${uuids(deliveryIds)}) and d.state in ('queued', 'sending', 'unknown')
      and ${requestedLetter} is not null`)
  return rows.map(({ letterId }) => letterId)
}

export type AlertOfDelivery = { deliveryId: string; alertId: string; rideId: string }

export async function listAlertsOfDeliveries(
  tx: Transaction,
  deliveryIds: string[],
): Promise<AlertOfDelivery[]> {
  return tx.execute<AlertOfDelivery>(sql`
    select delivery_id as "deliveryId", alert_id as "alertId", ride_id as "rideId"
    from delivery_alerts where delivery_id = any(${uuids(deliveryIds)})`)
}
