import type { Queryable, Transaction } from '@walkon/service/database'
import { and, count, eq, gt, max } from 'drizzle-orm'
import { confirmations, confirmedAddresses } from './schema.ts'

export type ConfirmationRow = typeof confirmations.$inferSelect
export type ConfirmedAddressRow = typeof confirmedAddresses.$inferSelect

export async function isConfirmed(tx: Transaction, addressHash: string): Promise<boolean> {
  return (await tx.$count(confirmedAddresses, eq(confirmedAddresses.addressHash, addressHash))) > 0
}

/** An address that is confirmed already keeps its first instant. */
export async function saveConfirmed(tx: Transaction, addresses: ConfirmedAddressRow[]): Promise<void> {
  await tx.insert(confirmedAddresses).values(addresses).onConflictDoNothing()
}

export async function insertConfirmation(tx: Transaction, confirmation: ConfirmationRow): Promise<void> {
  await tx.insert(confirmations).values(confirmation)
}

export async function findConfirmation(db: Queryable, tokenHash: string): Promise<ConfirmationRow | null> {
  const [row] = await db.select().from(confirmations).where(eq(confirmations.tokenHash, tokenHash))
  return row ?? null
}

/** How many links an address was sent since then, and when it was sent the last one. */
export async function countConfirmations(
  tx: Transaction,
  addressHash: string,
  since: Date,
): Promise<{ sent: number; lastSentAt: Date | null }> {
  const [row] = await tx
    .select({ sent: count(), lastSentAt: max(confirmations.sentAt) })
    .from(confirmations)
    .where(and(eq(confirmations.addressHash, addressHash), gt(confirmations.sentAt, since)))
  return row ?? { sent: 0, lastSentAt: null }
}
