import { passRefunded } from '@walkon/contracts/events/billing'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import type { SessionState } from '../clients/stripe.ts'
import type { OrderRow } from '../db/orders.ts'
import { getPark } from '../db/parks.ts'
import { listPassDates } from '../db/passes.ts'
import { lockGuaranteeOfCheckout, saveRefund } from '../db/refunds.ts'
import type { GuaranteeRow } from '../db/guarantees.ts'
import { toNextLook } from '../domain/follow-up.ts'
import { isGivenBack, isGuaranteeOf, sumGivenBack, type Refund } from '../domain/refund.ts'
import { toGuaranteeLetter, toRefundFailedLetter } from '../domain/refund-letters.ts'
import { requestLetter } from './request-letter.ts'

/** The next look at a guarantee's refund at Stripe, and the problem that a person must look at. */
export type Followed = { checkAt: Date | null; problem: string | null }

/**
 * Brings the refund of a payment's guarantee to what Stripe has, and tells the visitor of it once. `order` is null where it was
 * erased: then the refund is followed, and no letter is written.
 */
export async function followRefund(
  tx: Transaction,
  { checkoutId, order, session }: { checkoutId: string; order: OrderRow | null; session: SessionState },
  now: Date,
): Promise<Followed> {
  const guarantee = await lockGuaranteeOfCheckout(tx, checkoutId)
  if (guarantee?.decision !== 'refund') return NOTHING
  const made = session.refunds.find(isGuaranteeOf(guarantee.passId))
  if (!made) return NOTHING
  if (!isGivenBack(made)) return followFailed(tx, { guarantee, made, order, session }, now)
  // A refund that has failed stays so at Stripe: this answer is older.
  if (guarantee.refundState === 'failed') return NOTHING

  const isNew = guarantee.refundAnnouncedAt === null
  await saveRefund(tx, guarantee.passId, {
    refundState: made.status === 'succeeded' ? 'succeeded' : 'accepted',
    refundId: made.id,
    refundCents: made.amountCents,
    refundReason: null,
    ...(isNew && { refundAnnouncedAt: now }),
  })
  if (isNew) await announce(tx, { guarantee, amountCents: made.amountCents, order }, now)
  const followed = made.status === 'succeeded' ? 'refund' : 'pending refund'
  return { checkAt: toNextLook(followed, guarantee.decidedAt ?? now, now), problem: null }
}

const NOTHING: Followed = { checkAt: null, problem: null }

type FailedRefund = { guarantee: GuaranteeRow; made: Refund; order: OrderRow | null; session: SessionState }

/** The money is with us again. The same refund is not made twice; one by hand covers it. The visitor is told once. */
async function followFailed(
  tx: Transaction,
  { guarantee, made, order, session }: FailedRefund,
  now: Date,
): Promise<Followed> {
  const { passId, refundState, paidCents } = guarantee
  const { id, amountCents, status, failureReason } = made
  if (refundState === 'dropped') return NOTHING
  const isByHand = sumGivenBack(session.refunds) >= paidCents
  await saveRefund(tx, passId, {
    refundState: isByHand ? 'dropped' : 'failed',
    refundId: id,
    refundCents: amountCents,
    refundReason: isByHand ? 'refunded-by-hand' : (failureReason ?? status),
  })
  const isNews = !isByHand && refundState !== 'failed'
  if (isNews && order) await tellOfFailure(tx, { passId, amountCents, order }, now)
  return { checkAt: null, problem: isNews ? 'a refund has failed' : null }
}

async function tellOfFailure(
  tx: Transaction,
  { passId, amountCents, order }: { passId: string; amountCents: number; order: OrderRow },
  now: Date,
): Promise<void> {
  const park = await getPark(tx, order.parkId)
  const dates = await listPassDates(tx, order.id)
  const letter = toRefundFailedLetter({ park, dates, amountCents, orderId: order.id })
  await requestLetter(tx, { about: passId, order, letter }, now)
}

type Announcement = { guarantee: GuaranteeRow; amountCents: number; order: OrderRow | null }

async function announce(
  tx: Transaction,
  { guarantee: { passId, ridesCounted }, amountCents, order }: Announcement,
  now: Date,
): Promise<void> {
  const data = {
    passId,
    reason: 'guarantee' as const,
    amountCents,
    currency: 'usd' as const,
    ridesCounted,
    refundedAt: now.toISOString(),
  }
  await emit(tx, passRefunded, [{ data }])
  if (!order) return
  const park = await getPark(tx, order.parkId)
  const dates = await listPassDates(tx, order.id)
  const letter = toGuaranteeLetter({ park, dates, amountCents, orderId: order.id, ridesCounted })
  await requestLetter(tx, { about: passId, order, letter }, now)
}
