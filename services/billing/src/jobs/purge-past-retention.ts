import { deleteApplicationsBefore } from '../db/affiliates/affiliate-applications.ts'
import { daysBefore, purgeDaily, purgeOf } from '@walkon/runtime/purge-daily'
import { purgeAdminActions } from '@walkon/runtime/admin-actions'
import { purgeCountedMails } from '@walkon/runtime/counted-mails'
import { purgeEndedLinks } from '@walkon/runtime/ended-links'
import { purgeErasedUsers } from '@walkon/runtime/erased-users'
import { purgeRequestedLetters } from '@walkon/runtime/requested-letters'
import type { ServiceDeps } from '@walkon/runtime/service'
import type { Job } from '@walkon/service/jobs'
import { EVENT_LIFETIME_HOURS } from '@walkon/contracts/topics'
import { deleteUnneededOutcomes } from '../db/guarantee/delivery-outcomes.ts'
import { deleteDeskSumsBefore } from '../db/desk/desk-sums.ts'
import { deleteEndedUses } from '../db/promo-codes/erased-code-uses.ts'
import { deleteGuaranteesBefore } from '../db/guarantee/guarantees.ts'
import {
  deletePaymentsBefore,
  deletePlanPaymentsBefore,
  deletePlansEndedBefore,
  deleteSalesBefore,
  deleteUnneededRedemptions,
} from '../db/checkout/retention.ts'
import { deleteAssistDaysBefore } from '../db/lightning-lane/assist-days.ts'
import { purgeOrders } from '../use-cases/checkout/purge-orders.ts'

/** As long as PassEnded of a day may come. */
const OUTCOME_DAYS = EVENT_LIFETIME_HOURS / 24 + 1
/** Longer than the limits of the desk count. */
const DESK_SUM_DAYS = 2

export function purgePastRetention(
  deps: ServiceDeps,
  days: { orders: number; unconfirmed: number; sales: number; affiliates: number; adminActions: number },
): Job {
  const { db, now } = deps
  const before = (count: number) => daysBefore(now(), count)
  return purgeDaily(deps, [
    {
      tables: ['orders', 'passes'],
      deleteBatch: (limit) =>
        purgeOrders(
          db,
          { fulfilledBefore: before(days.orders), unconfirmedBefore: before(days.unconfirmed) },
          limit,
        ),
    },
    purgeOf('promo_redemptions', (limit) => deleteUnneededRedemptions(db, now(), limit)),
    purgeOf('erased_code_uses', (limit) => deleteEndedUses(db, now(), limit)),
    purgeOf('desk_sums', (limit) => deleteDeskSumsBefore(db, before(DESK_SUM_DAYS), limit)),
    purgeOf('checkouts', (limit) => deletePaymentsBefore(db, before(days.sales), limit)),
    purgeOf('guarantees', (limit) => deleteGuaranteesBefore(db, before(days.sales), limit)),
    purgeOf('delivery_outcomes', (limit) => deleteUnneededOutcomes(db, before(OUTCOME_DAYS), limit)),
    purgeOf('plans', (limit) => deletePlansEndedBefore(db, before(days.orders), limit)),
    purgeOf('plan_payments', (limit) => deletePlanPaymentsBefore(db, before(days.sales), limit)),
    purgeOf('assist_days', (limit) =>
      deleteAssistDaysBefore(
        db,
        { unpaid: before(days.unconfirmed), ended: before(days.orders), sold: before(days.sales) },
        limit,
      ),
    ),
    purgeOf('sales', (limit) => deleteSalesBefore(db, before(days.sales), limit)),
    purgeOf('affiliate_applications', (limit) =>
      deleteApplicationsBefore(db, before(days.affiliates), limit),
    ),
    purgeAdminActions(deps, days.adminActions),
    purgeCountedMails(deps),
    purgeEndedLinks(db, now),
    purgeRequestedLetters(deps),
    purgeErasedUsers(deps),
  ])
}
