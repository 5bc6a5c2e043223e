import type { AlertsToday } from '@walkon/contracts/http/alerts-today'
import type { Database } from '@walkon/service/database'
import { countAlertsOfToday } from '../../db/deliveries/alerts-today.ts'

/** How long a count is good for, in each process: anyone may ask for it. */
const FRESH_MS = 60_000

export type AlertCounts = () => Promise<AlertsToday>

/** The alerts of today, counted once a minute however many ask. A count that fails is made again for the next one who asks. */
export function createAlertCounts(db: Database, now: () => Date): AlertCounts {
  let made: { at: number; count: Promise<AlertsToday> } | null = null
  return () => {
    const at = now().getTime()
    if (made && at - made.at < FRESH_MS) return made.count
    const count = countAlertsOfToday(db, new Date(at))
    made = { at, count }
    count.catch(() => (made = null))
    return count
  }
}
