import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import { deleteSuppressions } from '../db/suppressions.ts'
import type { DeliveryMetrics } from './measure-deliveries.ts'
import { suppressAddresses } from './suppress-address.ts'

/** No alert goes to this address any more. */
export async function unsubscribe(db: Database, metrics: DeliveryMetrics, address: string): Promise<void> {
  const suppression = {
    channel: 'email',
    addressHash: hashAddress(address),
    reason: 'unsubscribed',
  } as const
  metrics.count(await db.transaction((tx) => suppressAddresses(tx, [suppression])))
}

/** Takes the wish to leave back, and no other reason that stands against the address. */
export async function resumeAlerts(db: Database, address: string): Promise<void> {
  await deleteSuppressions(db, 'email', hashAddress(address), ['unsubscribed'])
}
