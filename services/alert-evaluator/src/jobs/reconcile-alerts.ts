import { reconcile } from '@walkon/runtime/accounting'
import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import type { Log } from '@walkon/service/log'
import { ALERTS } from '../db/alerts/accounting.ts'

/** Publishes overdue alerts again. No alert is lost even if the event log loses a record. */
export const reconcileAlerts = (db: Database, log: Log): Job =>
  reconcile('reconcile-alerts', ALERTS, { db, log })
