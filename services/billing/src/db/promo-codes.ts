import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { promoCodes, promoRedemptions } from './schema.ts'

export type PromoCodeRow = typeof promoCodes.$inferSelect
export type NewPromoCodeRow = Omit<
  typeof promoCodes.$inferInsert,
  'redemptions' | 'redemptionsBeyondLimit' | 'retiredAt'
>

export async function findPromoCode(db: Queryable, code: string): Promise<PromoCodeRow | null> {
  const [row] = await db.select().from(promoCodes).where(eq(promoCodes.code, code))
  return row ?? null
}

/** In the order of the alphabet, after a code or from the first one. */
export function listPromoCodes(
  db: Queryable,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<PromoCodeRow[]> {
  return db
    .select()
    .from(promoCodes)
    .where(gt(promoCodes.code, after))
    .orderBy(asc(promoCodes.code))
    .limit(limit)
}

/** Locks the row of a promo code, so that one redemption or reservation at a time checks and counts its limits. */
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

/** Records the redemption of a locked promo code by an order. One that was paid is counted beyond the limit where that is reached. */
export async function insertRedemption(
  tx: Transaction,
  {
    isPaid,
    ...redemption
  }: { code: string; addressHash: string; orderId: string; redeemedAt: Date; isPaid: boolean },
): Promise<void> {
  const isBeyond = sql`coalesce(${promoCodes.redemptions} - ${promoCodes.redemptionsBeyondLimit} >= ${promoCodes.maxRedemptions}, false)`
  await tx
    .update(promoCodes)
    .set({
      redemptions: sql`${promoCodes.redemptions} + 1`,
      ...(isPaid && {
        redemptionsBeyondLimit: sql`${promoCodes.redemptionsBeyondLimit} + ${isBeyond}::int`,
      }),
    })
    .where(eq(promoCodes.code, redemption.code))
  await tx.insert(promoRedemptions).values(redemption)
}

/** Null if the promo code exists already; it is left unchanged. */
export async function insertPromoCode(
  db: Database,
  code: NewPromoCodeRow & Pick<Partial<PromoCodeRow>, 'redemptions'>,
): Promise<PromoCodeRow | null> {
  const [row] = await db.insert(promoCodes).values(code).onConflictDoNothing().returning()
  return row ?? null
}

/** Retires a code once; the first time stays. Null if there is no such code. */
export async function saveRetired(db: Database, code: string, now: Date): Promise<PromoCodeRow | null> {
  await db
    .update(promoCodes)
    .set({ retiredAt: now })
    .where(and(eq(promoCodes.code, code), isNull(promoCodes.retiredAt)))
  return findPromoCode(db, code)
}
