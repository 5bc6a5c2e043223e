import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import type { Log } from '@walkon/service/log'
import { republishAlerts } from '../use-cases/republish-alerts.ts'

/** Publishes alerts again that have reached no end state in time, so that not even the event log need be trusted. */
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
