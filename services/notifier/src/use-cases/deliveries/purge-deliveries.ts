import type { Database } from '@walkon/service/database'
import { deleteDeliveries } from '../../db/accounts/erasures.ts'
import { lockEndedDeliveries } from '../../db/deliveries/retention.ts'

/** Deletes a batch of deliveries that were made before that and have ended, with their alerts. Returns the rows deleted. */
export function purgeDeliveries(
  db: Database,
  before: Date,
  limit: number,
): Promise<{ deliveries: number; delivery_alerts: number }> {
  return db.transaction(async (tx) => deleteDeliveries(tx, await lockEndedDeliveries(tx, before, limit)))
}
