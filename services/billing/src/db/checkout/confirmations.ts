import type { Queryable, Transaction } from '@walkon/service/database'
import { desc, eq, getTableColumns, max } from 'drizzle-orm'
import type { OrderRow } from './orders.ts'
import { confirmations, orders } from '../schema.ts'

export type ConfirmationRow = typeof confirmations.$inferSelect

export async function insertConfirmation(tx: Transaction, confirmation: ConfirmationRow): Promise<void> {
  await tx.insert(confirmations).values(confirmation)
}

export async function findConfirmation(db: Queryable, tokenHash: string): Promise<ConfirmationRow | null> {
  const [row] = await db.select().from(confirmations).where(eq(confirmations.tokenHash, tokenHash))
  return row ?? null
}

/** When an address was sent its last link; null before the first. */
export async function findLastSentAt(tx: Transaction, addressHash: string): Promise<Date | null> {
  const [row] = await tx
    .select({ lastSentAt: max(confirmations.sentAt) })
    .from(confirmations)
    .where(eq(confirmations.addressHash, addressHash))
  return row?.lastSentAt ?? null
}

/** The order of the newest link sent to an address; null if none was sent. */
export async function findNewestLinkOrder(tx: Transaction, addressHash: string): Promise<OrderRow | null> {
  const [row] = await tx
    .select(getTableColumns(orders))
    .from(confirmations)
    .innerJoin(orders, eq(orders.id, confirmations.orderId))
    .where(eq(confirmations.addressHash, addressHash))
    .orderBy(desc(confirmations.sentAt))
    .limit(1)
  return row ?? null
}
