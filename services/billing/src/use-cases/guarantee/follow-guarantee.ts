import { passRefunded } from '@walkon/contracts/events/billing'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import type { SessionState } from '../../clients/stripe.ts'
import { lockGuaranteeOfCheckout, saveRefund } from '../../db/guarantee/guarantee-refunds.ts'
import type { GuaranteeRow } from '../../db/guarantee/guarantees.ts'
import type { OrderRow } from '../../db/checkout/orders.ts'
import { getPark } from '../../db/parks/parks.ts'
import { listPassDates } from '../../db/passes/passes.ts'
import { stepDebt, type Debt } from '../../domain/debt.ts'
import { isGivenBack } from '../../domain/refund.ts'
import { toGuaranteeLetter, toRefundFailedLetter } from '../../domain/refund-letters.ts'
import type { Followed } from '../payments/follow-owed.ts'
import { requestLetter } from '../payments/request-letter.ts'

/**
 * Follows the refund that the guarantee of a payment's pass has decided, and tells the visitor of it once. `order` is null if it was erased:
 * then the refund is made and followed, and no letter is written.
 */
export async function followGuarantee(
  tx: Transaction,
  { checkoutId, order, session }: { checkoutId: string; order: OrderRow | null; session: SessionState },
  now: Date,
): Promise<Followed> {
  const guarantee = await lockGuaranteeOfCheckout(tx, checkoutId)
  if (guarantee?.decision !== 'refund') return NOTHING
  const { passId, refundReason, refundAnnouncedAt } = guarantee
  const { state, call, own, hasFailed, checkAt } = stepDebt(toDebt(guarantee, now), session, now)
  const isNew = refundAnnouncedAt === null && own !== null && isGivenBack(own)
  await saveRefund(tx, passId, {
    owedState: state,
    refundReason: state === 'failed' ? (own?.failureReason ?? own?.status ?? refundReason) : null,
    ...(own && { refundId: own.id, refundCents: own.amountCents }),
    ...(isNew && { refundAnnouncedAt: now }),
  })
  const told = { guarantee, amountCents: own?.amountCents ?? guarantee.paidCents, order }
  if (isNew) await announce(tx, told, now)
  if (hasFailed) await tellOfFailure(tx, told, now)
  return { call, checkAt, problem: hasFailed ? 'a refund has failed' : null }
}

const NOTHING: Followed = { call: null, checkAt: null, problem: null }

function toDebt({ passId, paidCents, owedState, decidedAt }: GuaranteeRow, now: Date): Debt {
  const key = `refund:${passId}:guarantee`
  return {
    cents: paidCents,
    state: owedState,
    since: decidedAt ?? now,
    subject: { kind: 'pass', id: passId },
    // Another amount needs a key of its own: Stripe refuses a known key with other parameters.
    toKey: (amountCents) => (amountCents === paidCents ? key : `${key}:${amountCents}`),
  }
}

type Told = { guarantee: GuaranteeRow; amountCents: number; order: OrderRow | null }

/** The money is with us again. The visitor is asked to write to us. */
async function tellOfFailure(
  tx: Transaction,
  { guarantee: { passId }, amountCents, order }: Told,
  now: Date,
): Promise<void> {
  if (!order) return
  const park = await getPark(tx, order.parkId)
  const dates = await listPassDates(tx, order.id)
  const letter = toRefundFailedLetter({ park, dates, amountCents, orderId: order.id })
  await requestLetter(tx, { about: passId, order, letter }, now)
}

async function announce(
  tx: Transaction,
  { guarantee: { passId, ridesCounted }, amountCents, order }: Told,
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
