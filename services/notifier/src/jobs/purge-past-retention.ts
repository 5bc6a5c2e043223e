import { purgeAdminActions } from '@walkon/runtime/admin-actions'
import { purgeCountedMails } from '@walkon/runtime/counted-mails'
import { deleteOldEventMarks } from '@walkon/runtime/provider-event-marks'
import { daysBefore, purgeDaily } from '@walkon/runtime/purge-daily'
import { purgeEndedLinks } from '@walkon/runtime/ended-links'
import type { ServiceDeps } from '@walkon/runtime/service'
import type { Job } from '@walkon/service/jobs'
import { purgeChecks } from '../use-cases/purge-checks.ts'
import { deleteUnconfirmed } from '../db/newsletter.ts'
import { deleteOldDevices } from '../db/devices.ts'
import { purgeConsents } from '../use-cases/purge-consents.ts'
import { purgeDeliveries } from '../use-cases/purge-deliveries.ts'
import { purgePlanNumbers, purgePlans } from '../use-cases/purge-plans.ts'

type RetentionDays = {
  deliveries: number
  consents: number
  devices: number
  plans: number
  adminActions: number
}

export const purgePastRetention = (deps: ServiceDeps, days: RetentionDays): Job =>
  purgeDaily(deps, [
    {
      tables: ['deliveries', 'delivery_alerts'],
      deleteBatch: (limit) => purgeDeliveries(deps.db, daysBefore(deps.now(), days.deliveries), limit),
    },
    {
      tables: ['plans', 'plan_text_months'],
      deleteBatch: (limit) => purgePlans(deps.db, daysBefore(deps.now(), days.plans), limit),
    },
    {
      tables: ['plan_numbers'],
      deleteBatch: (limit) =>
        purgePlanNumbers(deps.db, {
          before: daysBefore(deps.now(), days.plans),
          unconfirmedBefore: daysBefore(deps.now(), days.deliveries),
          limit,
        }),
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
      tables: ['provider_event_marks'],
      deleteBatch: async (limit) => ({
        provider_event_marks: await deleteOldEventMarks(
          deps.db,
          daysBefore(deps.now(), days.consents),
          limit,
        ),
      }),
    },
    {
      tables: ['address_checks'],
      deleteBatch: (limit) => purgeChecks(deps.db, daysBefore(deps.now(), days.deliveries), limit),
    },
    {
      tables: ['newsletter_subscribers'],
      deleteBatch: async (limit) => ({
        newsletter_subscribers: await deleteUnconfirmed(
          deps.db,
          daysBefore(deps.now(), days.deliveries),
          limit,
        ),
      }),
    },
    {
      tables: ['push_devices', 'push_preferences'],
      deleteBatch: (limit) => deleteOldDevices(deps.db, daysBefore(deps.now(), days.devices), limit),
    },
    purgeAdminActions(deps, days.adminActions),
    purgeCountedMails(deps),
    purgeEndedLinks(deps.db, deps.now),
  ])
