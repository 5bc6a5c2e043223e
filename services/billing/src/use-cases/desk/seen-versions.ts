import { demandVersion } from '@walkon/runtime/admin-actions'
import type { Queryable } from '@walkon/service/database'
import { versionOf } from '@walkon/service/version-of'
import type { CheckoutRow } from '../../db/checkout/checkouts.ts'
import { listStandOf } from '../../db/checkout/orders.ts'

type SeenPayment = Pick<CheckoutRow, 'status' | 'amountCents' | 'refundedCents' | 'disputed' | 'owedCents'>

/** Returns the version of a payment as the support desk shows it: a refund names it. */
export const versionOfPayment = (payment: SeenPayment): number =>
  versionOf(payment.status, payment.amountCents, payment.refundedCents, payment.disputed, payment.owedCents)

/**
 * Reads the version of all orders and passes of an address. A gift names it, so that two members who look at the same time do not both
 * give.
 */
export const readOrdersVersion = async (db: Queryable, addressHash: string): Promise<number> =>
  versionOf(await listStandOf(db, addressHash))

/** Throws `decision-conflict` if the address has other orders or passes by now. The caller holds the lock of the address. */
export async function demandSeenOrders(db: Queryable, addressHash: string, seen: number): Promise<void> {
  demandVersion(seen, await readOrdersVersion(db, addressHash))
}
