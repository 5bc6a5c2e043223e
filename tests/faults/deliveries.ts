import postgres from 'postgres'
import { eventually } from '../support/walkon-client.ts'

/** The notifier's own account of its deliveries, to know when something can still happen. */
export function connectDeliveries(url: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const countIn = async (states: string[], source: string | null = null) => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from deliveries
      where state = any(${states}) and source = coalesce(${source}, source)`
    return row?.count ?? 0
  }
  return {
    /** Resolves when no delivery is under way or in doubt any more. */
    settled: () => eventually(async () => (await countIn(['queued', 'sending', 'unknown'])) === 0),
    /** Alerts alone: a letter that is under way is of no fall. */
    countSending: () => countIn(['sending'], 'alert'),
    /** An alert of the newest delivery that was accepted at once. */
    async lastAccepted(): Promise<{ alertId: string; deliveryId: string }> {
      const [row] = await sql<{ alertId: string; deliveryId: string }[]>`
        select a.alert_id as "alertId", d.id as "deliveryId" from deliveries d
        join delivery_alerts a on a.delivery_id = d.id
        where d.accepted_at is not null and d.attempt_no = 1 and d.doubted_at is null
        order by d.accepted_at desc, a.alert_id limit 1`
      if (!row) throw new Error('No delivery was accepted')
      return row
    },
    close: () => sql.end(),
  }
}
