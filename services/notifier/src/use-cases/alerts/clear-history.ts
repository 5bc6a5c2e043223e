import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import { clearAlerts } from '../../db/deliveries/history.ts'

/** Empties the visitor's list. Deliveries stay on record: the guarantee is counted from it. */
export async function clearHistory(db: Database, email: string): Promise<void> {
  await clearAlerts(db, hashAddress(email))
}
