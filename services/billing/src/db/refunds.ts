import type { Queryable, Transaction } from '@walkon/service/database'
import { eq, sql } from 'drizzle-orm'
import { guarantees } from './guarantee-tables.ts'
import type { GuaranteeRow } from './guarantees.ts'

/** The guarantee that is paid back from a payment, locked until the transaction ends; null where there is none. */
export async function lockGuaranteeOfCheckout(
  tx: Transaction,
  checkoutId: string,
): Promise<GuaranteeRow | null> {
  const [row] = await tx.select().from(guarantees).where(eq(guarantees.checkoutId, checkoutId)).for('update')
  return row ?? null
}

export type RefundChanges = Partial<
  Pick<GuaranteeRow, 'refundState' | 'refundId' | 'refundCents' | 'refundReason' | 'refundAnnouncedAt'>
>

/** Saves a refund that Stripe has. It is no call any more, so its lease ends: an answer of the lease's owner comes too late. */
export async function saveRefund(tx: Transaction, passId: string, changes: RefundChanges): Promise<void> {
  await tx
    .update(guarantees)
    .set({ ...changes, leaseOwner: null, leaseUntil: null })
    .where(eq(guarantees.passId, passId))
}

const QUEUED = { refundState: 'queued', refundReason: null, notBefore: sql`now()` } as const

/** A refund that was dropped is to be made after all. */
export async function saveQueuedAnew(tx: Transaction, passId: string): Promise<void> {
  await tx.update(guarantees).set(QUEUED).where(eq(guarantees.passId, passId))
}

/** A guarantee that had been left without a decision has one, and its refund is queued. */
export async function saveDecidedAnew(
  tx: Transaction,
  passId: string,
  decided: Pick<GuaranteeRow, 'decision' | 'reason'>,
): Promise<void> {
  await tx
    .update(guarantees)
    .set({ ...decided, ...(decided.decision === 'refund' && QUEUED) })
    .where(eq(guarantees.passId, passId))
}

/** A refund that a person has paid by another way than Stripe. False where none has failed. */
export async function saveSettledByHand(db: Queryable, passId: string): Promise<boolean> {
  const settled = await db.execute(sql`
    update guarantees set refund_state = 'dropped', refund_reason = 'settled-by-hand'
    where pass_id = ${passId} and refund_state = 'failed'`)
  return settled.count > 0
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
      state: guarantees.refundState,
    })
    .from(guarantees)
    .where(eq(guarantees.checkoutId, checkoutId))
  if (!row?.announcedAt || row.amountCents === null) return null
  return { amountCents: row.amountCents, hasFailed: row.state === 'failed' }
}
