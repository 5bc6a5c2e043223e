import type { DataExport } from '@walkon/contracts/http/data-export'
import { listActionsOf } from '@walkon/runtime/admin-actions'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import { listAllAlerts, type FlightAlertRow } from './flight-alerts.ts'

/** Everything that is stored under an account or its address, without hashes, the oldest first. */
export async function listDataOf(
  db: Database,
  { userId, email }: { userId: string; email: string },
): Promise<DataExport> {
  const alerts = await listAllAlerts(db, { userId, addressHash: hashAddress(email) })
  return {
    flightAlerts: alerts.map(withoutInnards),
    adminActions: await listActionsOf(db, userId),
  }
}

function withoutInnards(alert: FlightAlertRow) {
  const { addressHash: _hash, linkHash: _link, tripId: _trip, userId: _setBy, ...told } = alert
  return told
}
