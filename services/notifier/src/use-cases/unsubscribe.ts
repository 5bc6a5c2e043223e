import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import type { DeliveryMetrics } from './measure-deliveries.ts'
import { suppressAddresses } from './suppress-address.ts'

/** No alert goes to this address any more. */
export async function unsubscribe(db: Database, metrics: DeliveryMetrics, address: string): Promise<void> {
  const suppression = {
    channel: 'email',
    addressHash: hashAddress(address),
    reason: 'unsubscribed',
    scope: 'alerts',
  } as const
  metrics.count(await db.transaction((tx) => suppressAddresses(tx, [suppression])))
}
