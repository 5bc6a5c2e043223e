import type { Transaction } from '@walkon/service/database'
import { endLeftAlerts } from '../db/flight-alerts.ts'

export type LeftList = { list: string; addressHash: string; leftAt: string }

/** Ends the flight alerts of addresses that have left their list. Alerts set afterwards stay. */
export async function leaveFlights(tx: Transaction, left: LeftList[], now: Date): Promise<void> {
  for (const { list, addressHash, leftAt } of left) {
    if (list === 'flights') await endLeftAlerts(tx, addressHash, { leftAt: new Date(leftAt), now })
  }
}
