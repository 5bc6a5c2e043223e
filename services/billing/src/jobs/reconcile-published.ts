import { reconcile } from '@walkon/runtime/accounting'
import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import type { Log } from '@walkon/service/log'
import { PUBLISHED } from '../db/published.ts'

/**
 * Publishes passes, plans and assist days again that their readers were not heard to have, by a job each. None is lost even if the event
 * log loses a record.
 */
export const reconcilePublished = (deps: { db: Database; log: Log }): Job[] =>
  Object.entries(PUBLISHED).map(([things, ledger]) => reconcile(`reconcile-${things}`, ledger, deps))
