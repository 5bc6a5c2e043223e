import { auditOnce } from '@walkon/runtime/admin-actions'
import type { Staff } from '@walkon/runtime/desk-rights'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { Settings } from '../../config.ts'
import { lockPaymentOf } from '../../db/checkout/checkouts.ts'
import { lockOrder } from '../../db/checkout/orders.ts'
import { getPark } from '../../db/parks/parks.ts'
import { demandRightOverAddress } from '../desk/demand-right.ts'
import { requestConfirmation, requestPaidConfirmation } from './request-confirmation.ts'

export type ResendDeps = { db: Database; settings: Pick<Settings, 'CONFIRMATION_HOURS'>; now: () => Date }

/**
 * Mails another link of an order that waits for one, to its present address. A free order then waits as long as that link works, a paid
 * one as long as before; links of before keep working. Once for each `requestId`. Throws `order-not-waiting`.
 */
export async function resendConfirmation(
  { db, settings, now: clock }: ResendDeps,
  staff: Staff,
  orderId: string,
  { requestId, reason }: { requestId: string; reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock()
    const act = { actorId: staff.actorId, action: 'resend-confirmation', subjectId: orderId, reason, now }
    if (!(await auditOnce(tx, { ...act, requestId }))) return
    const order = await lockOrder(tx, orderId)
    if (order?.status !== 'awaiting-confirmation' || order.expiresAt <= now)
      throw new AppError('order-not-waiting', 'No order with this id waits for the link of a mail')
    await demandRightOverAddress(tx, staff, order.addressHash)
    const park = await getPark(tx, order.parkId)
    const payment = await lockPaymentOf(tx, orderId)
    const asked = { order, park, now, copyFor: requestId }
    if (payment) {
      const { amountCents } = payment
      await requestPaidConfirmation(tx, { ...asked, expiresAt: order.expiresAt, amountCents })
    } else await requestConfirmation(tx, { ...asked, hours: settings.CONFIRMATION_HOURS })
  })
}
