import type { Channel } from '@walkon/contracts/values'
import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { SuppressionKind } from '../../domain/suppressed-address.ts'
import type { RideAlerts } from '../../domain/content.ts'
import type { UnsentText } from '../texts/failed-texts.ts'
import { suppressions } from '../schema.ts'
import { transition, type Transition } from '../deliveries/transitions.ts'

export type Suppression = { channel: Channel; addressHash: string } & SuppressionKind
export type NewSuppression = Suppression & { suppressedAt: string }

/** Returns those that were not there before. */
export async function insertSuppressions(tx: Transaction, rows: Suppression[]): Promise<NewSuppression[]> {
  // Sorted, so that two transactions lock the same rows in the same order.
  return tx.execute<NewSuppression>(sql`
    insert into suppressions (channel, address_hash, reason, scope)
    select distinct "channel", "addressHash", "reason", "scope"
    from jsonb_to_recordset(${asJsonb(rows)}) as r("channel" text, "addressHash" text, "reason" text, "scope" text)
    order by 1, 2, 3, 4
    on conflict do nothing
    returning channel, address_hash as "addressHash", reason, scope,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "suppressedAt"`)
}

/** The scope whose suppression stops a mail: that of its list. Null for a letter outside all lists. For a statement that names the delivery `d`. */
export const SCOPE_OF_LIST = sql.raw(
  `case when d.source in ('alert', 'test') or d.list = 'ride-alerts' then 'alerts' else d.list end`,
)

/** The one text that goes to a number after STOP. For a statement that names the delivery `d`. */
export const IS_STOP_ANSWER = sql.raw(
  `coalesce(d.content->>'kind' = 'reply-answer' and d.content->'to'->>'kind' = 'stopped', false)`,
)

/**
 * Ends as `suppressed` the queued mails of the list that is the scope to these addresses, and letters too if it is `all`. The answer to a
 * STOP goes, unless the number cannot be reached. `unsent` are the texts of alerts among them, read by the statement that forgets their
 * words. A text committed meanwhile is either in both or still queued.
 */
export async function suppressQueued(
  tx: Transaction,
  rows: Suppression[],
): Promise<{ transitions: Transition[]; unsent: UnsentText[] }> {
  const ended = await tx.execute<Transition & { unsent: RideAlerts | null }>(sql`
    with stopped as (
      select d.id, r.reason, case when d.channel = 'sms' and d.source = 'alert' then d.content end as unsent
      from (select "channel" as channel, "addressHash" as address_hash, min("reason") as reason,
                   array_agg("scope") as scopes
            from jsonb_to_recordset(${asJsonb(rows)}) as r("channel" text, "addressHash" text, "reason" text, "scope" text)
            group by 1, 2) r
      join deliveries d on d.address_hash = r.address_hash and d.channel = r.channel
      where d.state = 'queued' and ('all' = any(r.scopes) or ${SCOPE_OF_LIST} = any(r.scopes))
        and not (r.reason = 'unsubscribed' and ${IS_STOP_ANSWER})
      order by d.id for update of d)
    update deliveries d set state = 'suppressed', last_error = s.reason, content = null, updated_at = now()
    from stopped s where d.id = s.id
    returning ${transition}, s.unsent`)
  return {
    transitions: ended,
    unsent: ended.flatMap(({ id, unsent }) => (unsent ? [{ id, content: unsent }] : [])),
  }
}

/** Dates the STOP of a number by when its owner wrote it last, which START is compared with. */
export async function saveStopTime(
  tx: Transaction,
  addressHash: string,
  { saidAt, isFirst }: { saidAt: Date; isFirst: boolean },
): Promise<void> {
  const at = sql`${saidAt.toISOString()}::timestamptz`
  await tx.execute(sql`
    update suppressions set created_at = case when ${isFirst} then ${at} else greatest(created_at, ${at}) end
    where channel = 'sms' and address_hash = ${addressHash} and reason = 'unsubscribed'`)
}

/** Takes these back, where they do not stand against the address only since then; others remain. Returns how many were taken back. */
export async function deleteSuppressions(
  tx: Queryable,
  channel: Channel,
  addressHash: string,
  { kinds, until }: { kinds: SuppressionKind[]; until?: string },
): Promise<number> {
  const deleted = await tx.execute(sql`
    delete from suppressions s
    using jsonb_to_recordset(${asJsonb(kinds)}) as r("reason" text, "scope" text)
    where s.channel = ${channel} and s.address_hash = ${addressHash} and s.reason = r."reason" and s.scope = r."scope"
      and s.created_at <= coalesce(${until ?? null}::timestamptz, now())`)
  return deleted.count
}

export type StandingSuppression = SuppressionKind & { createdAt: Date }

/** Lists the suppressions of an address, the oldest first. */
export async function listSuppressions(
  db: Queryable,
  channel: Channel,
  addressHash: string,
): Promise<StandingSuppression[]> {
  return db
    .select({ reason: suppressions.reason, scope: suppressions.scope, createdAt: suppressions.createdAt })
    .from(suppressions)
    .where(and(eq(suppressions.channel, channel), eq(suppressions.addressHash, addressHash)))
    .orderBy(asc(suppressions.createdAt), asc(suppressions.reason))
}

/** Lists those of these email addresses that have a bounce, which a proof of the address can take back. */
export async function listBounced(db: Queryable, addressHashes: string[]): Promise<Set<string>> {
  const rows = await db.execute<{ addressHash: string }>(sql`
    select distinct address_hash as "addressHash" from suppressions
    where channel = 'email' and reason in ('bounced', 'invalid')
      and address_hash in (select jsonb_array_elements_text(${asJsonb(addressHashes)}))`)
  return new Set(rows.map(({ addressHash }) => addressHash))
}
