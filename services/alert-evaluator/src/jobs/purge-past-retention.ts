import { purgeAdminActions } from '@walkon/runtime/admin-actions'
import { daysBefore, purgeDaily, purgeOf } from '@walkon/runtime/purge-daily'
import { purgeEndedLinks } from '@walkon/runtime/ended-links'
import { purgeErasedUsers } from '@walkon/runtime/erased-users'
import { purgeRequestedLetters } from '@walkon/runtime/requested-letters'
import type { ServiceDeps } from '@walkon/runtime/service'
import type { Job } from '@walkon/service/jobs'
import { deleteAlertsMadeBefore } from '../db/retention.ts'
import { deleteChangesBefore } from '../db/subscriptions/visitor-changes.ts'
import { purgePasses } from '../use-cases/passes/purge-passes.ts'
import { purgePlans } from '../use-cases/plans/purge-plans.ts'

export type Retention = { alerts: number; passes: number; changes: number; adminActions: number }

export const purgePastRetention = (deps: ServiceDeps, days: Retention): Job =>
  purgeDaily(deps, [
    {
      tables: ['passes', 'subscriptions'],
      deleteBatch: (limit) => purgePasses(deps, daysBefore(deps.now(), days.passes), limit),
    },
    {
      tables: ['plans', 'subscriptions'],
      deleteBatch: (limit) => purgePlans(deps, daysBefore(deps.now(), days.passes), limit),
    },
    purgeOf('alerts', (limit) => deleteAlertsMadeBefore(deps.db, daysBefore(deps.now(), days.alerts), limit)),
    {
      tables: ['visitor_changes', 'park_holds'],
      deleteBatch: (limit) => deleteChangesBefore(deps.db, daysBefore(deps.now(), days.changes), limit),
    },
    purgeAdminActions(deps, days.adminActions),
    purgeEndedLinks(deps.db, deps.now),
    purgeRequestedLetters(deps),
    purgeErasedUsers(deps),
  ])
