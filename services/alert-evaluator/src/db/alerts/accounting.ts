import type { Ledger } from '@walkon/runtime/accounting'
import { sql } from 'drizzle-orm'

/** Each alert is told by the AlertTriggered that names it. */
export const ALERTS: Ledger = {
  table: sql`alerts`,
  eventId: sql`event_id`,
  madeAt: sql`triggered_at`,
}
