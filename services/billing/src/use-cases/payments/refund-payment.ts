import { auditOnce, demandVersion } from '@walkon/runtime/admin-actions'
import type { Staff } from '@walkon/runtime/desk-rights'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { wakeSettling } from '../../db/payments/due.ts'
import type { Settings } from '../../config.ts'
import { findOrder } from '../../db/checkout/orders.ts'
import { refuseDeskRefund } from '../../domain/desk-refund.ts'
import { countDeskAct, type DayLimits } from '../desk/count-desk-act.ts'
import { demandRightOverAddress } from '../desk/demand-right.ts'
import { versionOfPayment } from '../desk/seen-versions.ts'
import { lockCheckout, saveCheckout, type CheckoutRow } from '../../db/checkout/checkouts.ts'

type RefundAsked = { amountCents: number; reason: string; requestId: string; version: number }

export type RefundDeps = {
  db: Database
  now: () => Date
  settings: DayLimits & Pick<Settings, 'SUPPORT_REFUND_CENTS'>
}

/**
 * Pays back a part of a payment by the one way that owes and pays. Stripe is first asked for earlier refunds, so that all together never
 * exceed the payment. Once for each payment and each `requestId`: the same request again changes nothing. Throws `checkout-not-found`,
 * `own-account`, `staff-account`, `decision-conflict` if the payment is not as it was seen, `refund-refused`, and `refund-over-limit` for
 * who is no admin.
 */
export async function refundPayment(
  { db, now, settings }: RefundDeps,
  staff: Staff,
  checkoutId: string,
  { amountCents, reason, requestId, version }: RefundAsked,
): Promise<void> {
  await db.transaction(async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId)
    if (checkout?.status !== 'paid') throw new AppError('checkout-not-found', 'No payment has this id')
    const order = checkout.orderId ? await findOrder(tx, checkout.orderId) : null
    if (order) await demandRightOverAddress(tx, staff, order.addressHash)
    const at = now()
    const { actorId } = staff
    const act = { actorId, action: 'refund-payment', subjectId: checkoutId, reason, now: at }
    if (!(await auditOnce(tx, { ...act, requestId })))
      return demandVersion(version, versionOfPayment(beforeRefund(checkout, amountCents)))
    demandVersion(version, versionOfPayment(checkout))
    const asked = { amountCents, isAdmin: staff.isAdmin, mostCents: settings.SUPPORT_REFUND_CENTS }
    const refusal = refuseDeskRefund(checkout, asked)
    if (refusal) throw new AppError(refusal.code, refusal.detail)
    const owedCents = checkout.refundedCents + amountCents
    await countDeskAct(tx, staff, { cents: amountCents }, settings, at)
    const owed = { owedCents, owedReason: 'support', owedState: 'due', owedAt: at } as const
    await saveCheckout(tx, checkoutId, { ...owed, checkAt: at })
    wakeSettling(tx, 'checkouts')
  })
}

/** Returns the payment as seen before this refund: another amount under the same `requestId` is another decision. */
const beforeRefund = (checkout: CheckoutRow, amountCents: number): CheckoutRow => ({
  ...checkout,
  disputed: false,
  refundedCents: (checkout.owedCents ?? 0) - amountCents,
  owedCents: null,
})
