import { reconcile } from '@walkon/runtime/accounting'
import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import type { Log } from '@walkon/service/log'
import { PUBLISHED_PASSES } from '../db/passes/published-passes.ts'

/** Publishes passes again that alert-evaluator was not heard to have. No pass is lost even if the event log loses a record. */
export const reconcilePasses = ({ db, log }: { db: Database; log: Log }): Job =>
  reconcile('reconcile-passes', PUBLISHED_PASSES, { db, log })
