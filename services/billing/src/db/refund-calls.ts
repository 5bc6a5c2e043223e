import type { LeasedCall } from '@walkon/runtime/provider-calls'
import type { Lease, LookUp, UnknownCall } from '@walkon/runtime/provider-lookups'
import type { Step } from '@walkon/runtime/provider-answers'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import type { GuaranteeRow } from './guarantees.ts'

/** Refunds as a table of calls. The id of a call is the pass, so that a pass has one. The database's clock decides everything here. */

/** The channel of the loop that pays. */
export const REFUNDS_CHANNEL = 'refunds-due'

export type RefundState = NonNullable<GuaranteeRow['refundState']>

export const REFUND_STATES = [
  'queued',
  'sending',
  'unknown',
  'accepted',
  'succeeded',
  'dropped',
  'failed',
] as const satisfies RefundState[]

type RefundOf = { paymentIntent: string; paidCents: number }
export type RefundCall = LeasedCall & RefundOf
export type UnknownRefund = UnknownCall & RefundOf

const ofPayment = sql`payment_intent as "paymentIntent", paid_cents as "paidCents"`

export async function leaseQueued(
  db: Database,
  { owner, limit, leaseSeconds }: Lease,
): Promise<RefundCall[]> {
  return db.execute<RefundCall>(sql`
    update guarantees set refund_state = 'sending', lease_owner = ${owner}::uuid, attempt_no = attempt_no + 1,
      lease_until = now() + make_interval(secs => ${leaseSeconds})
    where pass_id = any(array(
      select pass_id from guarantees where refund_state = 'queued' and not_before <= now()
      order by not_before limit ${limit} for update skip locked))
    returning pass_id as id, attempt_no as "attemptNo", ${ofPayment}`)
}

/** A recorded step of a call, or that nothing is left to be paid. */
export type RecordedStep = { id: string; step: Step | { state: 'dropped'; reason: string } }

/** That Stripe has a refund is recorded from every process; anything else from the owner of the lease alone. */
export async function recordSteps(tx: Transaction, owner: string, steps: RecordedStep[]): Promise<void> {
  const rows = steps.map(({ id, step }) => ({
    reason: null,
    providerId: null,
    delaySeconds: 0,
    ...step,
    id,
  }))
  await tx.execute(sql`
    update guarantees g set refund_state = r."state", refund_id = coalesce(r."providerId", g.refund_id),
      refund_reason = r."reason", not_before = now() + make_interval(secs => r."delaySeconds"),
      doubted_at = case r."state" when 'unknown' then now() else g.doubted_at end, lease_owner = null, lease_until = null
    from jsonb_to_recordset(${asJsonb(rows)}) as r(
      "id" uuid, "state" text, "reason" text, "providerId" text, "delaySeconds" float8)
    where g.pass_id = r."id" and case r."state"
      when 'accepted' then g.refund_state in ('queued', 'sending', 'unknown')
      else g.refund_state = 'sending' and g.lease_owner = ${owner}::uuid end`)
}

export async function markLapsed(db: Database, askSeconds: number): Promise<void> {
  await db.execute(sql`
    update guarantees set refund_state = 'unknown', refund_reason = 'sender-died', lease_owner = null, lease_until = null,
      doubted_at = now(), not_before = now() + make_interval(secs => ${askSeconds})
    where refund_state = 'sending' and lease_until < now()`)
}

export async function leaseUnknown(
  db: Database,
  { owner, limit, leaseSeconds }: Lease,
): Promise<UnknownRefund[]> {
  return db.execute<UnknownRefund>(sql`
    update guarantees set lease_owner = ${owner}::uuid, not_before = now() + make_interval(secs => ${leaseSeconds})
    where pass_id = any(array(
      select pass_id from guarantees where refund_state = 'unknown' and not_before <= now()
      order by not_before limit ${limit} for update skip locked))
    returning pass_id as id, ${ofPayment}, doubted_at as "doubtedAt",
      extract(epoch from now() - doubted_at)::float8 as "doubtSeconds"`)
}

export async function recordLookUps(tx: Transaction, owner: string, lookUps: LookUp[]): Promise<void> {
  const rows = lookUps.map(({ id, step }) => ({
    providerId: null,
    reason: null,
    delaySeconds: 0,
    ...step,
    id,
  }))
  await tx.execute(sql`
    update guarantees g set refund_state = r."state", refund_id = coalesce(r."providerId", g.refund_id),
      refund_reason = case r."state" when 'accepted' then null else coalesce(r."reason", g.refund_reason) end,
      not_before = now() + make_interval(secs => r."delaySeconds"), lease_owner = null
    from jsonb_to_recordset(${asJsonb(rows)}) as r(
      "id" uuid, "state" text, "reason" text, "providerId" text, "delaySeconds" float8)
    where g.pass_id = r."id" and g.refund_state = 'unknown'
      and (r."state" = 'accepted' or g.lease_owner = ${owner}::uuid)`)
}

/** Has the payments of these passes read from Stripe at once. */
export async function markPaymentsDue(tx: Transaction, passIds: string[], now: Date): Promise<void> {
  await tx.execute(sql`
    update checkouts set check_at = ${now.toISOString()}::timestamptz where id = any(array(
      select c.id from checkouts c join guarantees g on g.checkout_id = c.id
      where g.pass_id = any(${uuids(passIds)}) order by c.id for update of c))`)
}

/** Counts the refunds of passes that ended in the last seven days, and older refunds that are still under way or have failed. */
export async function countByState(db: Queryable): Promise<Map<RefundState, number>> {
  const rows = await db.execute<{ state: RefundState; refunds: number }>(sql`
    select refund_state as state, count(*)::int as refunds from guarantees
    where refund_state in ('queued', 'sending', 'unknown', 'accepted', 'failed')
      or refund_state is not null and ended_at > now() - interval '7 days'
    group by refund_state`)
  return new Map(rows.map(({ state, refunds }) => [state, refunds]))
}

/** For how many seconds the oldest refund has waited that was decided and that Stripe does not have; 0 without one. */
export async function measureOldestUnpaid(db: Queryable): Promise<number> {
  const [row] = await db.execute<{ seconds: number }>(sql`
    select coalesce(greatest(0, extract(epoch from now() - min(decided_at))), 0)::float8 as seconds
    from guarantees where refund_state in ('queued', 'sending', 'unknown')`)
  return row?.seconds ?? 0
}
