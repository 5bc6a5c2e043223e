import { daysBefore, purgeDaily } from '@walkon/runtime/purge-daily'
import { purgeEndedLinks } from '@walkon/runtime/ended-links'
import type { ServiceDeps } from '@walkon/runtime/service'
import type { Job } from '@walkon/service/jobs'
import { deleteOldDevices } from '../db/devices.ts'
import { purgeConsents } from '../use-cases/purge-consents.ts'
import { purgeDeliveries } from '../use-cases/purge-deliveries.ts'

type RetentionDays = { deliveries: number; consents: number; devices: number }

export const purgePastRetention = (deps: ServiceDeps, days: RetentionDays): Job =>
  purgeDaily(deps, [
    {
      tables: ['deliveries', 'delivery_alerts'],
      deleteBatch: (limit) => purgeDeliveries(deps.db, daysBefore(deps.now(), days.deliveries), limit),
    },
    {
      tables: ['consents'],
      deleteBatch: (limit) =>
        purgeConsents(deps.db, {
          before: daysBefore(deps.now(), days.consents),
          unconfirmedBefore: daysBefore(deps.now(), days.deliveries),
          limit,
        }),
    },
    {
      tables: ['push_devices', 'push_preferences'],
      deleteBatch: (limit) => deleteOldDevices(deps.db, daysBefore(deps.now(), days.devices), limit),
    },
    purgeEndedLinks(deps.db, deps.now),
  ])
