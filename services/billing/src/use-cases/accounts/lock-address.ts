import { isLeft } from '@walkon/runtime/ended-links'
import type { Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { lockAddresses } from '../../db/checkout/orders.ts'
import type { WantedOrder } from '../checkout/read-order.ts'

/**
 * Locks the address of an order until the transaction ends. Orders move once, when an account changes its address. A later order for the
 * old address, by an older token or link, would no longer be its owner's. Throws `address-left`.
 */
export async function lockAddress(
  tx: Transaction,
  { addressHash, owner }: Pick<WantedOrder, 'addressHash' | 'owner'>,
): Promise<void> {
  await lockAddresses(tx, [addressHash])
  if (owner && (await isLeft(tx, owner)))
    throw new AppError('address-left', 'The account has another address by now')
}
