import type { Transaction } from '@walkon/service/database'
import { listDeliveriesOfNotifications } from '../db/deliveries.ts'
import { deleteDeliveries } from '../db/erasures.ts'

/** Deletes the deliveries of letters that are needed no longer: one that is queued is not sent. */
export async function withdrawNotifications(tx: Transaction, notificationIds: string[]): Promise<void> {
  await deleteDeliveries(tx, await listDeliveriesOfNotifications(tx, notificationIds))
}
