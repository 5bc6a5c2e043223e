import type { Channel } from '@walkon/contracts/values'
import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { SuppressionReason } from '../domain/suppression.ts'
import { suppressions } from './schema.ts'
import { transition, type Transition } from './transitions.ts'

export type Suppression = { channel: Channel; addressHash: string; reason: SuppressionReason }

/** Returns those that were not there before. */
export async function insertSuppressions(tx: Transaction, rows: Suppression[]): Promise<Suppression[]> {
  // Sorted, so that two transactions lock the same rows in the same order.
  return tx.execute<Suppression>(sql`
    insert into suppressions (channel, address_hash, reason)
    select distinct "channel", "addressHash", "reason"
    from jsonb_to_recordset(${asJsonb(rows)}) as r("channel" text, "addressHash" text, "reason" text)
    order by 1, 2, 3
    on conflict do nothing
    returning channel, address_hash as "addressHash", reason`)
}

/** The one text that goes to a number after STOP. For a statement that names the delivery `d`. */
export const IS_STOP_ANSWER = sql.raw(
  `coalesce(d.content->>'kind' = 'reply-answer' and d.content->'to'->>'kind' = 'stopped', false)`,
)

/** What is queued for these addresses ends as `suppressed`. Unsubscribing from mails stops alerts; STOP stops everything but its own answer, the other reasons everything. */
export async function suppressQueued(tx: Transaction, rows: Suppression[]): Promise<Transition[]> {
  return tx.execute<Transition>(sql`
    update deliveries d set state = 'suppressed', last_error = r.reason, content = null, updated_at = now()
    from (select "channel" as channel, "addressHash" as address_hash, min("reason") as reason,
                 bool_and("reason" = 'unsubscribed') as alerts_only
          from jsonb_to_recordset(${asJsonb(rows)}) as r("channel" text, "addressHash" text, "reason" text)
          group by 1, 2) r
    where d.state = 'queued' and d.address_hash = r.address_hash and d.channel = r.channel
      and (not r.alerts_only or ((d.source = 'alert' or d.channel = 'sms') and not ${IS_STOP_ANSWER}))
    returning ${transition}`)
}

const isOf = (channel: Channel, addressHash: string) =>
  and(eq(suppressions.channel, channel), eq(suppressions.addressHash, addressHash))

/** Takes these reasons back; others that stand against the address remain. */
export async function deleteSuppressions(
  tx: Queryable,
  channel: Channel,
  addressHash: string,
  reasons: SuppressionReason[],
): Promise<void> {
  await tx.delete(suppressions).where(and(isOf(channel, addressHash), inArray(suppressions.reason, reasons)))
}

export async function listSuppressions(
  db: Queryable,
  channel: Channel,
  addressHash: string,
): Promise<SuppressionReason[]> {
  const rows = await db
    .select({ reason: suppressions.reason })
    .from(suppressions)
    .where(isOf(channel, addressHash))
    .orderBy(asc(suppressions.reason))
  return rows.map(({ reason }) => reason)
}
