import { wakeRelay } from '@walkon/messaging/emit'
import type { Database } from '@walkon/service/database'
import { copyOverdueEvents } from '../db/accounting.ts'

/**
 * Publishes the events of alerts that nothing has accounted for again, under new ids: a reader that has the alert knows it
 * by the alert's own id, sends nothing twice and publishes its outcome once more, so that a lost answer is mended as well as
 * a lost question. Returns how many events.
 */
export async function republishAlerts(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const republished = await copyOverdueEvents(tx)
    if (republished > 0) await wakeRelay(tx)
    return republished
  })
}
