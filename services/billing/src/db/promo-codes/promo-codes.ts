import type { Page, PageQuery } from '@walkon/contracts/http/page'
import type { Queryable, Transaction } from '@walkon/service/database'
import { keysetOf } from '@walkon/service/keyset-page'
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { promoCodes, promoRedemptions } from '../schema.ts'

export type PromoCodeRow = typeof promoCodes.$inferSelect
export type NewPromoCodeRow = Omit<
  typeof promoCodes.$inferInsert,
  'redemptions' | 'redemptionsBeyondLimit' | 'retiredAt'
>

export async function findPromoCode(db: Queryable, code: string): Promise<PromoCodeRow | null> {
  const [row] = await db.select().from(promoCodes).where(eq(promoCodes.code, code))
  return row ?? null
}

const alphabetical = keysetOf([promoCodes.code], 'asc')

/** A page of the codes in the order of the alphabet. Throws a 400 for a cursor of another list. */
export async function listPromoCodes(
  db: Queryable,
  { cursor, limit }: PageQuery,
): Promise<Page<PromoCodeRow>> {
  const rows = await db
    .select({ ...getTableColumns(promoCodes), key: alphabetical.key })
    .from(promoCodes)
    .where(alphabetical.after(cursor))
    .orderBy(...alphabetical.orderBy)
    .limit(limit + 1)
  return alphabetical.toPage(rows, limit)
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
  db: Queryable,
  code: NewPromoCodeRow & Pick<Partial<PromoCodeRow>, 'redemptions'>,
): Promise<PromoCodeRow | null> {
  const [row] = await db.insert(promoCodes).values(code).onConflictDoNothing().returning()
  return row ?? null
}

/** Retires a code once; the first time stays. Null if there is no such code. */
export async function saveRetired(db: Queryable, code: string, now: Date): Promise<PromoCodeRow | null> {
  await db
    .update(promoCodes)
    .set({ retiredAt: now })
    .where(and(eq(promoCodes.code, code), isNull(promoCodes.retiredAt)))
  return findPromoCode(db, code)
}
