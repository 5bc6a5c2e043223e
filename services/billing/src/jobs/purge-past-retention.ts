import { deleteApplicationsBefore } from '../db/affiliate-applications.ts'
import { daysBefore, purgeDaily } from '@walkon/runtime/purge-daily'
import { purgeEndedLinks } from '@walkon/runtime/ended-links'
import type { ServiceDeps } from '@walkon/runtime/service'
import type { Job } from '@walkon/service/jobs'
import { EVENT_LIFETIME_HOURS } from '@walkon/contracts/topics'
import { deleteUnneededOutcomes } from '../db/delivery-outcomes.ts'
import { deleteGuaranteesBefore } from '../db/guarantees.ts'
import { deletePaymentsBefore, deleteSalesBefore, deleteUnneededRedemptions } from '../db/retention.ts'
import { purgeOrders } from '../use-cases/purge-orders.ts'

/** As long as PassEnded of a day may come. */
const OUTCOME_DAYS = EVENT_LIFETIME_HOURS / 24 + 1

export function purgePastRetention(
  deps: ServiceDeps,
  days: { orders: number; unconfirmed: number; sales: number; affiliates: number },
): Job {
  const { db, now } = deps
  return purgeDaily(deps, [
    {
      tables: ['orders', 'passes'],
      deleteBatch: (limit) =>
        purgeOrders(
          db,
          {
            fulfilledBefore: daysBefore(now(), days.orders),
            unconfirmedBefore: daysBefore(now(), days.unconfirmed),
          },
          limit,
        ),
    },
    {
      tables: ['promo_redemptions'],
      deleteBatch: async (limit) => ({
        promo_redemptions: await deleteUnneededRedemptions(db, now(), limit),
      }),
    },
    {
      tables: ['checkouts'],
      deleteBatch: async (limit) => ({
        checkouts: await deletePaymentsBefore(db, daysBefore(now(), days.sales), limit),
      }),
    },
    {
      tables: ['guarantees'],
      deleteBatch: async (limit) => ({
        guarantees: await deleteGuaranteesBefore(db, daysBefore(now(), days.sales), limit),
      }),
    },
    {
      tables: ['delivery_outcomes'],
      deleteBatch: async (limit) => ({
        delivery_outcomes: await deleteUnneededOutcomes(db, daysBefore(now(), OUTCOME_DAYS), limit),
      }),
    },
    {
      tables: ['sales'],
      deleteBatch: async (limit) => ({
        sales: await deleteSalesBefore(db, daysBefore(now(), days.sales), limit),
      }),
    },
    {
      tables: ['affiliate_applications'],
      deleteBatch: async (limit) => ({
        affiliate_applications: await deleteApplicationsBefore(db, daysBefore(now(), days.affiliates), limit),
      }),
    },
    purgeEndedLinks(db, now),
  ])
}
