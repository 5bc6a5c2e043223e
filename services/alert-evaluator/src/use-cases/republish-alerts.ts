import { wakeRelay } from '@walkon/messaging/emit'
import type { Database } from '@walkon/service/database'
import { copyOverdueEvents } from '../db/accounting.ts'

/** Alerts in one statement, so that it stays short after any outage. */
const BATCH = 500

/**
 * Publishes the events of alerts that nothing has accounted for again, under new ids: a reader that has the alert knows it
 * by the alert's own id, sends nothing twice and publishes its outcome once more, so that a lost answer is mended as well as
 * a lost question. Returns how many events, and whether more may be due.
 */
export async function republishAlerts(db: Database): Promise<{ events: number; hasMore: boolean }> {
  return db.transaction(async (tx) => {
    const { alerts, events } = await copyOverdueEvents(tx, BATCH)
    if (events > 0) wakeRelay(tx)
    return { events, hasMore: alerts === BATCH }
  })
}
