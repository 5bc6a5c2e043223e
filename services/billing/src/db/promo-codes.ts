import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { promoCodes, promoRedemptions } from './schema.ts'

export type PromoCodeRow = typeof promoCodes.$inferSelect
export type NewPromoCode = typeof promoCodes.$inferInsert

export async function findPromoCode(db: Queryable, code: string): Promise<PromoCodeRow | null> {
  const [row] = await db.select().from(promoCodes).where(eq(promoCodes.code, code))
  return row ?? null
}

/** Whoever redeems a code holds its row, so that a limit is checked and counted by one at a time. */
export async function lockPromoCode(tx: Transaction, code: string): Promise<PromoCodeRow | null> {
  const [row] = await tx.select().from(promoCodes).where(eq(promoCodes.code, code)).for('update')
  return row ?? null
}

/** How often an address holds or has used a code. */
export function countRedemptions(tx: Transaction, code: string, email: string): Promise<number> {
  return tx.$count(promoRedemptions, and(eq(promoRedemptions.code, code), eq(promoRedemptions.email, email)))
}

/** Takes a locked code for an order that waits. */
export async function insertReservation(
  tx: Transaction,
  redemption: { code: string; email: string; orderId: string },
): Promise<void> {
  await tx
    .update(promoCodes)
    .set({ redemptions: sql`${promoCodes.redemptions} + 1` })
    .where(eq(promoCodes.code, redemption.code))
  await tx.insert(promoRedemptions).values({ ...redemption, state: 'reserved' })
}

export async function saveRedemptionUsed(tx: Transaction, orderId: string): Promise<void> {
  await tx.update(promoRedemptions).set({ state: 'used' }).where(eq(promoRedemptions.orderId, orderId))
}

/** Gives back the codes of orders that came to nothing. */
export async function deleteReservations(tx: Transaction, orderIds: string[]): Promise<void> {
  const released = await tx
    .delete(promoRedemptions)
    .where(and(inArray(promoRedemptions.orderId, orderIds), eq(promoRedemptions.state, 'reserved')))
    .returning({ code: promoRedemptions.code })
  const counts = Map.groupBy(released, ({ code }) => code)
  // In one order everywhere, so that two who release several codes never wait for each other.
  for (const code of [...counts.keys()].toSorted()) {
    const count = counts.get(code)?.length ?? 0
    await tx
      .update(promoCodes)
      .set({ redemptions: sql`${promoCodes.redemptions} - ${count}` })
      .where(eq(promoCodes.code, code))
  }
}

/** False if the code is there already; it is left as it is. */
export async function insertPromoCode(db: Database, code: NewPromoCode): Promise<boolean> {
  const inserted = await db
    .insert(promoCodes)
    .values(code)
    .onConflictDoNothing()
    .returning({ code: promoCodes.code })
  return inserted.length > 0
}
