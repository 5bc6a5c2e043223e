import { wakeRelay } from '@walkon/messaging/emit'
import type { Database } from '@walkon/service/database'
import { copyOverdueEvents } from '../db/accounting.ts'

/**
 * Publishes the events of overdue alerts again, under new ids, which no inbox knows. A notifier that has the alert recognises
 * the alert's own id: it sends nothing twice and publishes the outcome once more. So both a lost AlertTriggered and a lost
 * DeliveryRecorded are repaired. Returns how many events.
 */
export async function republishAlerts(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const republished = await copyOverdueEvents(tx)
    if (republished > 0) await wakeRelay(tx)
    return republished
  })
}
