import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { PaidSession } from '../../domain/paid-session.ts'
import { paymentComparisons, unmatchedPayments } from '../schema.ts'

const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`

/**
 * Takes the turn to compare, for one replica: the next is due after `everyMs`, even if this one fails. Returns when the last whole
 * comparison began, null before the first; undefined if no comparison is due.
 */
export async function takeComparison(
  db: Database,
  { now, everyMs }: { now: Date; everyMs: number },
): Promise<Date | null | undefined> {
  const dueAt = new Date(now.getTime() + everyMs)
  const [taken] = await db
    .insert(paymentComparisons)
    .values({ provider: 'stripe', dueAt })
    .onConflictDoUpdate({
      target: paymentComparisons.provider,
      set: { dueAt },
      setWhere: sql`${paymentComparisons.dueAt} <= ${instant(now)}`,
    })
    .returning({ comparedAt: paymentComparisons.comparedAt })
  return taken?.comparedAt
}

export async function saveCompared(db: Database, comparedAt: Date): Promise<void> {
  await db.update(paymentComparisons).set({ comparedAt }).where(eq(paymentComparisons.provider, 'stripe'))
}

export async function findComparedAt(db: Database): Promise<Date | null> {
  const [row] = await db.select({ comparedAt: paymentComparisons.comparedAt }).from(paymentComparisons)
  return row?.comparedAt ?? null
}

/** True if billing has recorded a payment, or pays it back because its account was deleted. */
const isRecorded = (sessionId: SQL, boughtId: SQL) => sql`(
  exists (select from checkouts c where c.session_id = ${sessionId} and c.status = 'paid')
  or exists (select from assist_days d where d.session_id = ${sessionId}
    and (d.state in ('active', 'revoked') or d.user_id is null))
  or exists (select from plans p where p.session_id = ${sessionId}
    and (p.state not in ('opening', 'abandoned') or p.user_id is null))
  or exists (select from plan_payments m where m.plan_id = ${boughtId}))`

/** Lists those of the payments that billing has not recorded. */
export async function listUnrecorded(db: Database, paid: PaidSession[]): Promise<PaidSession[]> {
  return db.execute<PaidSession>(sql`
    select "sessionId", "boughtId", "amountCents"
    from jsonb_to_recordset(${asJsonb(paid)}) as paid("sessionId" text, "boughtId" uuid, "amountCents" int)
    where not ${isRecorded(sql`paid."sessionId"`, sql`paid."boughtId"`)}`)
}

/** A payment that was found before stays as it was found. Returns the new ones. */
export async function insertUnmatched(
  tx: Transaction,
  payments: PaidSession[],
  foundAt: Date,
): Promise<string[]> {
  const inserted = await tx
    .insert(unmatchedPayments)
    .values(payments.map((payment) => ({ ...payment, foundAt })))
    .onConflictDoNothing()
    .returning({ sessionId: unmatchedPayments.sessionId })
  return inserted.map(({ sessionId }) => sessionId)
}

/** Payments that were found before then, that billing has still not recorded, and that no person has settled. */
export async function listUnmatched(db: Queryable, foundBefore: Date): Promise<PaidSession[]> {
  return db.execute<PaidSession>(sql`
    select session_id as "sessionId", bought_id as "boughtId", amount_cents as "amountCents"
    from unmatched_payments u
    where settled_at is null and found_at < ${instant(foundBefore)}
      and not ${isRecorded(sql`u.session_id`, sql`u.bought_id`)}
    order by found_at, session_id`)
}

/** False where no such payment is unmatched. */
export async function saveSettledByHand(db: Queryable, sessionId: string, settledAt: Date): Promise<boolean> {
  const settled = await db
    .update(unmatchedPayments)
    .set({ settledAt })
    .where(and(eq(unmatchedPayments.sessionId, sessionId), isNull(unmatchedPayments.settledAt)))
    .returning({ sessionId: unmatchedPayments.sessionId })
  return settled.length > 0
}

/** Deletes what billing has recorded since, and what a person settled before then. */
export async function deleteMatched(db: Database, settledBefore: Date): Promise<void> {
  await db.execute(sql`
    delete from unmatched_payments u
    where settled_at < ${instant(settledBefore)} or ${isRecorded(sql`u.session_id`, sql`u.bought_id`)}`)
}
