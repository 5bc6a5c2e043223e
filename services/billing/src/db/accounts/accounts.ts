import type { Queryable, Transaction } from '@walkon/service/database'
import { hashAddress } from '@walkon/service/address-hash'
import { uuids } from '@walkon/service/sql-parameters'
import { eq, sql } from 'drizzle-orm'
import type { OrderRow } from '../checkout/orders.ts'
import { accounts } from '../schema.ts'

/** The address of an account; the newest one stands. */
export async function saveAccount(
  tx: Transaction,
  account: { userId: string; addressHash: string },
): Promise<void> {
  await tx
    .insert(accounts)
    .values(account)
    .onConflictDoUpdate({ target: accounts.userId, set: { addressHash: account.addressHash } })
}

/** The account that has confirmed the address, and is not deleted. */
export async function findAccountOf(db: Queryable, addressHash: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(eq(accounts.addressHash, addressHash))
  return row?.userId ?? null
}

/** For the support desk. */
export const knownAccountsOf = (db: Queryable) => ({
  findAccount: (email: string) => findAccountOf(db, hashAddress(email)),
  async isKnown(userId: string): Promise<boolean> {
    const rows = await db
      .select({ userId: accounts.userId })
      .from(accounts)
      .where(eq(accounts.userId, userId))
    return rows.length > 0
  },
})

export async function deleteAccounts(tx: Transaction, userIds: string[]): Promise<void> {
  await tx.execute(sql`delete from accounts where user_id = any(${uuids(userIds)})`)
}

/** True if the address of an order has anything else that the order could join or change: an account, a plan, or a fulfilled order. */
export async function hasSomethingElse(
  tx: Transaction,
  { id, email, addressHash }: Pick<OrderRow, 'id' | 'email' | 'addressHash'>,
): Promise<boolean> {
  const [row] = await tx.execute<{ has: boolean }>(sql`
    select exists (select from accounts where address_hash = ${addressHash})
      or exists (select from plans where email = ${email})
      or exists (select from orders where address_hash = ${addressHash} and status = 'fulfilled' and id <> ${id}) as has`)
  return row?.has ?? false
}

/** True if an address has an order, a plan or an account. */
export async function isKnownBuyer(
  tx: Transaction,
  { email, addressHash }: Pick<OrderRow, 'email' | 'addressHash'>,
): Promise<boolean> {
  const [row] = await tx.execute<{ is: boolean }>(sql`
    select exists (select from accounts where address_hash = ${addressHash})
      or exists (select from plans where email = ${email})
      or exists (select from orders where address_hash = ${addressHash}) as is`)
  return row?.is ?? false
}
