import { endLinksOf } from '@walkon/runtime/ended-links'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { moveAlerts } from '../db/flight-alerts.ts'

export type AddressChange = { userId: string; oldEmail: string; newEmail: string; changedAt: string }

/** The alerts of an account's address go to its new one, and links to the old one open nothing more. */
export async function moveAlertsOf(tx: Transaction, changes: AddressChange[]): Promise<void> {
  for (const { userId, oldEmail, newEmail, changedAt } of changes) {
    const left = { from: hashAddress(oldEmail), changedAt: new Date(changedAt) }
    await moveAlerts(tx, left, { userId, email: newEmail, addressHash: hashAddress(newEmail) })
    await endLinksOf(tx, [oldEmail], left.changedAt)
  }
}
