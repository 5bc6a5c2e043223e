import { countDaily } from '@walkon/runtime/count-daily'
import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { countAlertsOfDay, deleteAlertDaysBefore } from '../db/alerts/alert-days.ts'

/** Receipts of mails and texts come within so many days. */
const DAYS_AGAIN = 3

export const countAlerts = (deps: { db: Database; now: () => Date }): Job =>
  countDaily(deps, {
    name: 'count-alerts',
    days: DAYS_AGAIN,
    countDay: (day, now) => countAlertsOfDay(deps.db, day, now),
    deleteBefore: (date) => deleteAlertDaysBefore(deps.db, date),
  })
