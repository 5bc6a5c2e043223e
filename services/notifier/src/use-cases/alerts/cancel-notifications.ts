import type { Transaction } from '@walkon/service/database'
import { listDeliveriesOfNotifications } from '../../db/deliveries/deliveries.ts'
import { deleteDeliveries } from '../../db/accounts/erasures.ts'

/** Deletes the deliveries of letters that are needed no longer: one that is queued is not sent. */
export async function cancelNotifications(tx: Transaction, notificationIds: string[]): Promise<void> {
  await deleteDeliveries(tx, await listDeliveriesOfNotifications(tx, notificationIds))
}
