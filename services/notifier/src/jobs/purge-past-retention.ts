import { daysBefore, purgeDaily } from '@walkon/runtime/purge-daily'
import { purgeEndedLinks } from '@walkon/runtime/ended-links'
import type { ServiceDeps } from '@walkon/runtime/service'
import type { Job } from '@walkon/service/jobs'
import { purgeDeliveries } from '../use-cases/purge-deliveries.ts'

export const purgePastRetention = (deps: ServiceDeps, days: { deliveries: number }): Job =>
  purgeDaily(deps, [
    {
      tables: ['deliveries', 'delivery_alerts'],
      deleteBatch: (limit) => purgeDeliveries(deps.db, daysBefore(deps.now(), days.deliveries), limit),
    },
    purgeEndedLinks(deps.db, deps.now),
  ])
