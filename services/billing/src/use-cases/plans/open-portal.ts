import { AppError, notFound } from '@walkon/service/errors'
import { findCustomerId } from '../../db/plans/plans.ts'
import { toSite } from '../../domain/return-urls.ts'
import type { Asker, PlanDeps } from './start-plan.ts'

/** Stripe's page for the card, the receipts and the cancellation. Throws `plan-not-found`, `portal-unavailable` and `too-many-requests`. */
export async function openPortal(
  { db, subscriptions, settings, checkoutLimit, log }: PlanDeps,
  userId: string,
  { client, origin }: Asker,
): Promise<{ url: string }> {
  await checkoutLimit.admit(client)
  const customerId = await findCustomerId(db, userId)
  if (customerId === null) throw notFound('plan')
  try {
    const returnUrl = new URL('/plan?portal=1', toSite(origin, settings)).href
    return { url: await subscriptions.openPortal({ customerId, returnUrl }) }
  } catch (error) {
    log.error({ err: error }, 'no customer portal was opened')
    throw new AppError('portal-unavailable', 'Failed to open the customer portal', { cause: error })
  }
}
