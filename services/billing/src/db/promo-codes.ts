import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { and, eq, sql } from 'drizzle-orm'
import { promoCodes, promoRedemptions } from './schema.ts'

export type PromoCodeRow = typeof promoCodes.$inferSelect
export type NewPromoCode = typeof promoCodes.$inferInsert

export async function findPromoCode(db: Queryable, code: string): Promise<PromoCodeRow | null> {
  const [row] = await db.select().from(promoCodes).where(eq(promoCodes.code, code))
  return row ?? null
}

/** Locks the row of a promo code, so that one redemption at a time checks and counts its limits. */
export async function lockPromoCode(tx: Transaction, code: string): Promise<PromoCodeRow | null> {
  const [row] = await tx.select().from(promoCodes).where(eq(promoCodes.code, code)).for('update')
  return row ?? null
}

/** How often an address has used a code. */
export function countRedemptions(tx: Transaction, code: string, addressHash: string): Promise<number> {
  return tx.$count(
    promoRedemptions,
    and(eq(promoRedemptions.code, code), eq(promoRedemptions.addressHash, addressHash)),
  )
}

/** Records the redemption of a locked promo code by an order. */
export async function insertRedemption(
  tx: Transaction,
  redemption: { code: string; addressHash: string; orderId: string; redeemedAt: Date },
): Promise<void> {
  await tx
    .update(promoCodes)
    .set({ redemptions: sql`${promoCodes.redemptions} + 1` })
    .where(eq(promoCodes.code, redemption.code))
  await tx.insert(promoRedemptions).values(redemption)
}

/** False if the promo code exists already; it is left unchanged. */
export async function insertPromoCode(db: Database, code: NewPromoCode): Promise<boolean> {
  const inserted = await db
    .insert(promoCodes)
    .values(code)
    .onConflictDoNothing()
    .returning({ code: promoCodes.code })
  return inserted.length > 0
}
