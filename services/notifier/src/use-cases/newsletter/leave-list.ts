import type { MailList } from '@walkon/contracts/values'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import { streamOfList } from '../../domain/delivery-source.ts'
import type { DeliveryMetrics } from '../../metrics/deliveries.ts'
import { suppressAddresses } from '../suppressions/suppress-address.ts'

/** No mail of this list goes to the address any more; mails of other lists do. */
export async function leaveList(
  db: Database,
  metrics: DeliveryMetrics,
  { list, email }: { list: MailList; email: string },
): Promise<void> {
  const suppression = {
    channel: 'email',
    addressHash: hashAddress(email),
    reason: 'unsubscribed',
    scope: streamOfList(list),
  } as const
  metrics.count(await db.transaction((tx) => suppressAddresses(tx, [suppression])))
}
