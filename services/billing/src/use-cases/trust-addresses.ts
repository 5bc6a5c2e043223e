import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { saveConfirmed } from '../db/confirmations.ts'

export type ConfirmedAddress = { email: string; confirmedAt: Date }

/** The address of a confirmed account belongs to its visitor: free alerts for it need no link of their own. */
export async function trustAddresses(tx: Transaction, addresses: ConfirmedAddress[]): Promise<void> {
  await saveConfirmed(
    tx,
    addresses.map(({ email, confirmedAt }) => ({ addressHash: hashAddress(email), confirmedAt })),
  )
}
