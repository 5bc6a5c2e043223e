import { lockOfThing } from '@walkon/service/advisory-locks'
import type { Transaction } from '@walkon/service/database'
import { instantOf } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

/** Gifts and refunds of a support member, by the entries of the audit trail: no request deletes those. */

/** Acts of a member take turns, so that two at once are both counted. */
export async function lockMember(tx: Transaction, actorId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOfThing(sql`${`desk ${actorId}`}::text`)})`)
}

/** Sums cents. A payment that a member paid back in parts counts once for each part. */
export async function sumRefundsBy(tx: Transaction, actorId: string, since: Date): Promise<number> {
  const [row] = await tx.execute<{ cents: number }>(sql`
    select coalesce(sum(c.owed_cents), 0)::int as cents
    from (
      select distinct subject_id from admin_actions
      where actor_id = ${actorId} and action = 'refund-payment' and acted_at > ${instantOf(since)}
    ) a join checkouts c on c.id::text = a.subject_id`)
  return row?.cents ?? 0
}

/** Days of passes. */
export async function sumDaysGivenBy(tx: Transaction, actorId: string, since: Date): Promise<number> {
  const [row] = await tx.execute<{ days: number }>(sql`
    select coalesce(sum(cardinality(o.dates)), 0)::int as days
    from admin_actions a join orders o on o.id::text = a.subject_id
    where a.actor_id = ${actorId} and a.action in ('give-pass', 'extend-pass') and a.acted_at > ${instantOf(since)}`)
  return row?.days ?? 0
}
