import { deleteApplicationsBefore } from '../db/affiliate-applications.ts'
import { daysBefore, purgeDaily } from '@walkon/runtime/purge-daily'
import { purgeEndedLinks } from '@walkon/runtime/ended-links'
import type { ServiceDeps } from '@walkon/runtime/service'
import type { Job } from '@walkon/service/jobs'
import { deletePaymentsBefore, deleteSalesBefore, deleteUnneededRedemptions } from '../db/retention.ts'
import { purgeOrders } from '../use-cases/purge-orders.ts'

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
