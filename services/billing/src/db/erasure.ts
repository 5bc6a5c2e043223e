import type { Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql, type SQL } from 'drizzle-orm'

/** An address whose owner's account was deleted then; what is newer belongs to somebody who came after. */
export type Erasure = { addressHash: string; deletedAt: string }

const given = (erasures: Erasure[]): SQL => sql`
  jsonb_to_recordset(${asJsonb(erasures)}) as erased("addressHash" text, "deletedAt" timestamptz)`

/** What was ordered under these addresses before, locked until the transaction ends. */
export async function lockErasedOrders(
  tx: Transaction,
  erasures: Erasure[],
): Promise<{ id: string; email: string }[]> {
  return tx.execute<{ id: string; email: string }>(sql`
    select o.id, o.email
    from ${given(erasures)} join orders o on o.address_hash = erased."addressHash" and o.created_at <= erased."deletedAt"
    order by o.id for update of o`)
}

/**
 * Deletes these locked orders and all that hangs on them, and returns their passes. A code that an order has used
 * stays counted.
 */
export async function deleteOrders(tx: Transaction, orderIds: string[]): Promise<string[]> {
  const ids = uuids(orderIds)
  await tx.execute(sql`delete from promo_redemptions where order_id = any(${ids})`)
  await tx.execute(sql`delete from confirmations where order_id = any(${ids})`)
  await tx.execute(sql`
    delete from pass_windows where pass_id in (select id from passes where order_id = any(${ids}))`)
  const passes = await tx.execute<{ id: string }>(
    sql`delete from passes where order_id = any(${ids}) returning id`,
  )
  await tx.execute(sql`delete from orders where id = any(${ids})`)
  return passes.map(({ id }) => id)
}
