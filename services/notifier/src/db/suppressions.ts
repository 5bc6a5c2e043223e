import { recipientSuppressed } from '@walkon/contracts/events/notifications'
import type { Channel } from '@walkon/contracts/values'
import { emit } from '@walkon/messaging/emit'
import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import type { SuppressionReason } from '../domain/delivery.ts'
import { announce, moved, type MovedDelivery } from './moves.ts'

export type Suppression = { channel: Channel; addressHash: string; reason: SuppressionReason }

/**
 * Stops writing to these addresses, at once: what is queued for them ends as `suppressed`, what comes later is stopped
 * when its turn to be sent comes. Unsubscribing stops alerts; the other reasons stop everything.
 */
export async function suppress(tx: Transaction, suppressions: Suppression[]): Promise<MovedDelivery[]> {
  if (suppressions.length === 0) return []
  const rows = asJsonb(suppressions)
  const fresh = await tx.execute<Suppression & { suppressedAt: string }>(sql`
    insert into suppressions (channel, address_hash, reason)
    select distinct "channel", "addressHash", "reason"
    from jsonb_to_recordset(${rows}) as r("channel" text, "addressHash" text, "reason" text)
    order by 1, 2, 3
    on conflict do nothing
    returning channel, address_hash as "addressHash", reason`)
  const suppressedAt = new Date().toISOString()
  await emit(
    tx,
    recipientSuppressed,
    fresh.map((data) => ({ data: { ...data, suppressedAt } })),
  )

  const changes = await tx.execute<MovedDelivery>(sql`
    update deliveries d set state = 'suppressed', last_error = r.reason, content = null, updated_at = now()
    from (select "channel" as channel, "addressHash" as address_hash, min("reason") as reason,
                 bool_and("reason" = 'unsubscribed') as alerts_only
          from jsonb_to_recordset(${rows}) as r("channel" text, "addressHash" text, "reason" text)
          group by 1, 2) r
    where d.state = 'queued' and d.address_hash = r.address_hash and d.channel = r.channel
      and (d.source = 'alert' or not r.alerts_only)
    returning ${moved}`)
  await announce(tx, changes)
  return changes
}

/** Takes these reasons back; others that stand against the address remain. */
export async function liftSuppression(
  tx: Queryable,
  channel: Channel,
  addressHash: string,
  reasons: SuppressionReason[],
): Promise<void> {
  await tx.execute(sql`
    delete from suppressions
    where channel = ${channel} and address_hash = ${addressHash} and reason = any(${`{${reasons.join(',')}}`}::text[])`)
}

export async function listSuppressions(
  db: Queryable,
  channel: Channel,
  addressHash: string,
): Promise<SuppressionReason[]> {
  const rows = await db.execute<{ reason: SuppressionReason }>(sql`
    select reason from suppressions where channel = ${channel} and address_hash = ${addressHash} order by reason`)
  return rows.map(({ reason }) => reason)
}
