import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { instantOf } from '@walkon/service/sql-parameters'
import { and, eq, sql } from 'drizzle-orm'
import { DEBT_STATES, type DebtState } from '../../domain/debt.ts'
import { guarantees } from './guarantee-tables.ts'
import { GUARANTEE_COLUMNS, type GuaranteeRow } from './guarantees.ts'

/** The guarantee that is paid back from a payment, locked until the transaction ends; null where there is none. */
export async function lockGuaranteeOfCheckout(
  tx: Transaction,
  checkoutId: string,
): Promise<GuaranteeRow | null> {
  const [row] = await tx
    .select(GUARANTEE_COLUMNS)
    .from(guarantees)
    .where(eq(guarantees.checkoutId, checkoutId))
    .for('update')
  return row ?? null
}

export type RefundChanges = Partial<
  Pick<GuaranteeRow, 'owedState' | 'refundId' | 'refundCents' | 'refundReason' | 'refundAnnouncedAt'>
>

export async function saveRefund(tx: Queryable, passId: string, changes: RefundChanges): Promise<void> {
  await tx.update(guarantees).set(changes).where(eq(guarantees.passId, passId))
}

/** A guarantee that had been left without a decision has one; its refund is due. */
export async function saveDecidedAnew(
  tx: Transaction,
  passId: string,
  decided: Pick<GuaranteeRow, 'decision' | 'reason'>,
): Promise<void> {
  const owedState = decided.decision === 'refund' ? 'due' : null
  await tx
    .update(guarantees)
    .set({ ...decided, owedState })
    .where(eq(guarantees.passId, passId))
}

/** Stripe makes the refund under no circumstances. */
export async function saveGuaranteeRefused(db: Queryable, passId: string, reason: string): Promise<void> {
  await db
    .update(guarantees)
    .set({ owedState: 'failed', refundReason: reason })
    .where(and(eq(guarantees.passId, passId), eq(guarantees.owedState, 'due')))
}

/** A refund that a person has paid by another way than Stripe. False where none has failed. */
export async function saveSettledByHand(db: Queryable, passId: string): Promise<boolean> {
  const settled = await db
    .update(guarantees)
    .set({ owedState: 'settled-by-hand' })
    .where(and(eq(guarantees.passId, passId), eq(guarantees.owedState, 'failed')))
    .returning({ passId: guarantees.passId })
  return settled.length > 0
}

/** The refund of the guarantee that a payment's buyer was told of, null where there is none. */
export async function findAnnouncedRefund(
  db: Queryable,
  checkoutId: string,
): Promise<{ amountCents: number; hasFailed: boolean } | null> {
  const [row] = await db
    .select({
      amountCents: guarantees.refundCents,
      announcedAt: guarantees.refundAnnouncedAt,
      state: guarantees.owedState,
    })
    .from(guarantees)
    .where(eq(guarantees.checkoutId, checkoutId))
  if (!row?.announcedAt || row.amountCents === null) return null
  return { amountCents: row.amountCents, hasFailed: row.state === 'failed' }
}

/**
 * Makes payments due whose guarantee owes a refund and that no check is planned for. A process of the release before leaves them so: it
 * does not know refunds of this release. Returns how many.
 */
export async function adoptRefunds(db: Database, now: Date): Promise<number> {
  const adopted = await db.execute(sql`
    update checkouts set check_at = ${instantOf(now)} where id = any(array(
      select c.id from guarantees g join checkouts c on c.id = g.checkout_id
      where g.decision = 'refund' and (g.owed_state is null or g.owed_state = 'due')
        and not c.disputed and (c.check_at is null or c.check_at > ${instantOf(now)} + interval '10 minutes')
      order by c.id for update of c skip locked))`)
  return adopted.count
}

/** Counts the refunds of passes that ended in the last seven days, and older ones that are due or have failed. */
export async function countByState(db: Queryable): Promise<Map<DebtState, number>> {
  const rows = await db.execute<{ state: DebtState; refunds: number }>(sql`
    select coalesce(owed_state, 'due') as state, count(*)::int as refunds from guarantees
    where decision = 'refund'
      and (owed_state is null or owed_state in ('due', 'failed') or ended_at > now() - interval '7 days')
    group by 1`)
  const counts = new Map(rows.map(({ state, refunds }) => [state, refunds]))
  return new Map(DEBT_STATES.map((state) => [state, counts.get(state) ?? 0]))
}

/** For how many seconds the oldest refund has waited that is owed and that Stripe does not have; 0 without one. */
export async function measureOldestUnpaid(db: Queryable): Promise<number> {
  const [row] = await db.execute<{ seconds: number }>(sql`
    select coalesce(greatest(0, extract(epoch from now() - min(since))), 0)::float8 as seconds
    from (
      select g.decided_at as since from guarantees g left join checkouts c on c.id = g.checkout_id
      where g.decision = 'refund' and (g.owed_state is null or g.owed_state = 'due') and c.disputed is not true
      union all
      select coalesce(owed_at, paid_at) from checkouts where owed_state = 'due' and not disputed
    ) due`)
  return row?.seconds ?? 0
}
