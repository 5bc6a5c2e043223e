import type { Step } from '@walkon/runtime/provider-answers'
import type { LookUp } from '@walkon/runtime/provider-lookups'
import type { Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import { transition, type Transition } from './transitions.ts'

/** Records outcomes of deliveries. One statement for a batch of any size; each returns the rows that it changed. */

/** The answer to a reply says later which rides it named, and how often the number was answered. It holds no link. */
const IS_ANSWER = sql.raw(`d.content->>'kind' = 'reply-answer'`)

/**
 * A message that is not sent again needs no words any more. The provider can tell later that a text failed, whose alerts then go once more.
 */
const contentOf = (state: string) => sql`case when ${sql.raw(state)} in ('queued', 'sending', 'unknown')
    or (${sql.raw(state)} = 'accepted' and d.channel = 'sms' and d.source = 'alert' and d.expires_at > now())
    or ${IS_ANSWER} then d.content end`

/** Kept as it was first known; a provider's receipt may come before its answer. */
const acceptedAtOf = (state: string) =>
  sql.raw(
    `case when ${state} in ('accepted', 'delivered') then coalesce(d.accepted_at, now()) else d.accepted_at end`,
  )

export type RecordedStep = { id: string; step: Step }

/**
 * Records the outcome of an attempt. An acceptance counts from every sender, however late. A refusal or a doubt counts from the lease's
 * owner alone, because another sender may be sending by now. An acceptance of a text that failed before counts only from the lease's owner:
 * it has sent the text again.
 */
export async function recordSteps(
  tx: Transaction,
  owner: string,
  steps: RecordedStep[],
): Promise<Transition[]> {
  const rows = steps.map(({ id, step }) => ({
    reason: null,
    providerId: null,
    delaySeconds: null,
    ...step,
    id,
  }))
  return tx.execute<Transition>(sql`
    update deliveries d set
      state = r."state",
      provider_id = coalesce(r."providerId", d.provider_id),
      doubted_at = case r."state" when 'unknown' then now() else d.doubted_at end,
      doubts = d.doubts + (r."state" = 'unknown')::int,
      accepted_at = ${acceptedAtOf('r."state"')},
      last_error = coalesce(r."reason", d.last_error),
      not_before = case when r."delaySeconds" is null then d.not_before
                        else now() + make_interval(secs => r."delaySeconds") end,
      content = ${contentOf('r."state"')},
      lease_owner = null, lease_until = null, updated_at = now()
    from jsonb_to_recordset(${asJsonb(rows)}) as r(
      "id" uuid, "state" text, "reason" text, "providerId" text, "delaySeconds" float8)
    where d.id = r."id" and case r."state"
      when 'accepted' then d.state in ('queued', 'sending', 'unknown', 'expired')
        and (d.retry_of is distinct from r."providerId" or d.lease_owner = ${owner}::uuid)
      else d.state = 'sending' and d.lease_owner = ${owner}::uuid end
    returning ${transition}`)
}

/** Records the provider's word on messages in doubt: accepted, still not known, never to be known, or queued once more while of use. */
export async function recordLookUps(
  tx: Transaction,
  owner: string,
  lookUps: LookUp[],
): Promise<Transition[]> {
  const rows = lookUps.map(({ id, step }) => ({
    providerId: null,
    reason: null,
    delaySeconds: 0,
    ...step,
    id,
  }))
  return tx.execute<Transition>(sql`
    with looked as (
      select r."id" as id, r."providerId" as provider_id, r."reason" as reason, r."delaySeconds" as delay_seconds,
        case when r."state" = 'queued' and d.expires_at <= now() then 'expired' else r."state" end as verdict
      from jsonb_to_recordset(${asJsonb(rows)}) as r(
        "id" uuid, "state" text, "reason" text, "providerId" text, "delaySeconds" float8)
      join deliveries d on d.id = r."id")
    update deliveries d set
      state = l.verdict,
      provider_id = coalesce(l.provider_id, d.provider_id),
      last_error = coalesce(l.reason, d.last_error),
      accepted_at = ${acceptedAtOf('l.verdict')},
      not_before = case when l.verdict in ('queued', 'unknown') then now() + make_interval(secs => l.delay_seconds)
                        else d.not_before end,
      content = ${contentOf('l.verdict')},
      lease_owner = null, lease_until = null, updated_at = now()
    from looked l
    where d.id = l.id and case l.verdict
      when 'accepted' then d.state in ('queued', 'sending', 'unknown', 'expired')
        and d.retry_of is distinct from l.provider_id
      else d.state = 'unknown' and d.lease_owner = ${owner}::uuid end
    returning ${transition}`)
}

/** True if a message of the provider to this address can be the delivery's. */
export async function isBounceOf(
  tx: Transaction,
  deliveryId: string,
  { providerId, addressHash }: { providerId: string; addressHash: string },
): Promise<boolean> {
  const found = await tx.execute(sql`
    select from deliveries where id = ${deliveryId}::uuid and address_hash = ${addressHash}
      and coalesce(provider_id, ${providerId}) = ${providerId}`)
  return found.length > 0
}

/** The provider's receipts may come late, twice, and before its answer; a bounce is the last word. */
export async function recordReceipt(
  tx: Transaction,
  deliveryId: string,
  receipt: { state: 'delivered' | 'bounced'; reason: string | null; providerId: string | null },
): Promise<Transition[]> {
  return tx.execute<Transition>(sql`
    update deliveries d set
      state = ${receipt.state}, last_error = ${receipt.reason}, content = case when ${IS_ANSWER} then d.content end,
      accepted_at = coalesce(d.accepted_at, now()),
      delivered_at = case when ${receipt.state} = 'delivered' then now() else d.delivered_at end,
      provider_id = coalesce(d.provider_id, ${receipt.providerId}),
      lease_owner = null, lease_until = null, updated_at = now()
    where d.id = ${deliveryId}::uuid
      and d.state <> 'bounced' and d.state <> ${receipt.state}
    returning ${transition}`)
}

/** Queued deliveries past their expiry, on any channel, end as `expired`. */
export async function expireQueued(tx: Transaction, limit: number): Promise<Transition[]> {
  return tx.execute<Transition>(sql`
    update deliveries d set state = 'expired', last_error = coalesce(d.last_error, 'expired'), content = null,
      updated_at = now()
    where d.id = any(array(
      select id from deliveries where state = 'queued' and expires_at <= now()
      order by expires_at limit ${limit} for update skip locked))
    returning ${transition}`)
}
