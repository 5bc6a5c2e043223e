import { purgeAdminActions } from '@walkon/runtime/admin-actions'
import { purgeCountedMails } from '@walkon/runtime/counted-mails'
import { deleteOldEventMarks } from '@walkon/runtime/provider-event-marks'
import { daysBefore, purgeDaily, purgeOf } from '@walkon/runtime/purge-daily'
import { purgeEndedLinks } from '@walkon/runtime/ended-links'
import type { ServiceDeps } from '@walkon/runtime/service'
import type { Job } from '@walkon/service/jobs'
import { deleteOldMessages } from '../db/webhooks/webhook-messages.ts'
import { purgeChecks } from '../use-cases/suppressions/purge-checks.ts'
import { deleteUnconfirmed } from '../db/newsletter/newsletter.ts'
import { deleteOldDevices } from '../db/push/devices.ts'
import { purgeConsents } from '../use-cases/texts/purge-consents.ts'
import { purgeDeliveries } from '../use-cases/deliveries/purge-deliveries.ts'
import { purgePlanNumbers, purgePlans } from '../use-cases/plans/purge-plans.ts'

type RetentionDays = {
  deliveries: number
  consents: number
  devices: number
  plans: number
  adminActions: number
}

export function purgePastRetention(deps: ServiceDeps, days: RetentionDays): Job {
  const { db, now } = deps
  const before = (count: number) => daysBefore(now(), count)
  return purgeDaily(deps, [
    {
      tables: ['deliveries', 'delivery_alerts'],
      deleteBatch: (limit) => purgeDeliveries(db, before(days.deliveries), limit),
    },
    {
      tables: ['plans', 'plan_text_months'],
      deleteBatch: (limit) => purgePlans(db, before(days.plans), limit),
    },
    {
      tables: ['plan_numbers'],
      deleteBatch: (limit) =>
        purgePlanNumbers(db, {
          before: before(days.plans),
          unconfirmedBefore: before(days.deliveries),
          limit,
        }),
    },
    {
      tables: ['consents'],
      deleteBatch: (limit) =>
        purgeConsents(db, {
          before: before(days.consents),
          unconfirmedBefore: before(days.deliveries),
          limit,
        }),
    },
    purgeOf('provider_event_marks', (limit) => deleteOldEventMarks(db, before(days.consents), limit)),
    {
      tables: ['address_checks'],
      deleteBatch: (limit) => purgeChecks(db, before(days.deliveries), limit),
    },
    purgeOf('newsletter_subscribers', (limit) => deleteUnconfirmed(db, before(days.deliveries), limit)),
    {
      tables: ['push_devices', 'push_preferences'],
      deleteBatch: (limit) => deleteOldDevices(db, before(days.devices), limit),
    },
    purgeOf('webhook_messages', (limit) => deleteOldMessages(db, before(days.deliveries), limit)),
    purgeAdminActions(deps, days.adminActions),
    purgeCountedMails(deps),
    purgeEndedLinks(db, now),
  ])
}
