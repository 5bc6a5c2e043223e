import type { DeliveryOutcome } from '@walkon/contracts/events/notifications'
import type { Channel } from '@walkon/contracts/values'
import type { Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

/** An outcome of a message that names the alert. */
export type AlertOutcome = { alertId: string; channel: Channel; outcome: DeliveryOutcome; recordedAt: string }

/**
 * Accounts for the alerts, and keeps when a provider accepted them and whether they arrived; one that says nothing new writes nothing. Finds the
 * rows by their ids, each once: `+ 0` keeps the planner from the index of unaccounted rows, as in `saveAccounted`.
 */
export async function saveOutcomes(tx: Transaction, outcomes: AlertOutcome[]): Promise<void> {
  if (outcomes.length === 0) return
  await tx.execute(sql`
    update alerts a set accounted_at = coalesce(a.accounted_at, now()), accepted_at = least(a.accepted_at, o.accepted_at),
      delivered_at = least(a.delivered_at, o.delivered_at), has_receipts = a.has_receipts or o.has_receipts
    from (
      select "alertId" as id,
        min("recordedAt") filter (where outcome in ('accepted', 'delivered', 'bounced')) as accepted_at,
        min("recordedAt") filter (where outcome = 'delivered' and channel <> 'push') as delivered_at,
        bool_or(channel <> 'push' and outcome <> 'suppressed') as has_receipts
      from jsonb_to_recordset(${asJsonb(outcomes)})
        as r("alertId" uuid, channel text, outcome text, "recordedAt" timestamptz)
      group by 1
    ) o
    where a.id = any(${uuids(outcomes.map(({ alertId }) => alertId))}) and a.id = o.id
      and ((a.accounted_at is null) is true or a.accepted_at is distinct from least(a.accepted_at, o.accepted_at)
        or a.delivered_at is distinct from least(a.delivered_at, o.delivered_at) or (o.has_receipts and not a.has_receipts))`)
}
