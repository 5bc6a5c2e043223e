import { auditOnce } from '@walkon/runtime/admin-actions'
import type { Staff } from '@walkon/runtime/desk-rights'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { lockCheckout } from '../../db/checkout/checkouts.ts'
import { findOrder } from '../../db/checkout/orders.ts'
import { getPark } from '../../db/parks/parks.ts'
import { demandRightOverAddress } from '../desk/demand-right.ts'
import { listPassDates } from '../../db/passes/passes.ts'
import { writeReceipt } from './write-receipt.ts'

/** Mails the receipt of a payment that bought a pass to the present address of its order, once for each `requestId`. Throws `checkout-not-found`. */
export async function resendReceipt(
  { db, now: clock }: { db: Database; now: () => Date },
  staff: Staff,
  checkoutId: string,
  { requestId, reason }: { requestId: string; reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock()
    const act = { actorId: staff.actorId, action: 'resend-receipt', subjectId: checkoutId, reason, now }
    if (!(await auditOnce(tx, { ...act, requestId }))) return
    const checkout = await lockCheckout(tx, checkoutId)
    const order = checkout?.orderId ? await findOrder(tx, checkout.orderId) : null
    const dates = order ? await listPassDates(tx, order.id) : []
    if (!checkout || !order || checkout.status !== 'paid' || dates.length === 0)
      throw new AppError('checkout-not-found', 'No payment with this id has bought a pass')
    await demandRightOverAddress(tx, staff, order.addressHash)
    const park = await getPark(tx, order.parkId)
    await writeReceipt(tx, { checkout, order, park, dates, copyFor: requestId }, now)
  })
}
