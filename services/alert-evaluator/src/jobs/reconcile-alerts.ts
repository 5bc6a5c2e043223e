import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import type { Log } from '@walkon/service/log'
import { republishAlerts } from '../use-cases/republish-alerts.ts'

/** Publishes overdue alerts again. No alert is lost even if the event log loses a record. */
export function reconcileAlerts(db: Database, log: Log): Job {
  return {
    name: 'reconcile-alerts',
    intervalMs: 60_000,
    run: async () => {
      const { events, hasMore } = await republishAlerts(db)
      if (events > 0) log.warn({ events }, 'alerts without an end state were published again')
      return hasMore
    },
  }
}
