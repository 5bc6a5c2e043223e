import type { Letter } from '@walkon/contracts/letter'
import { requestLetter } from '@walkon/runtime/request-letter'
import type { Transaction } from '@walkon/service/database'
import type { PlanRow } from '../../db/plans/plans.ts'
import type { SubscriptionState } from '../../domain/plan.ts'
import {
  toPaymentFailedLetter,
  toPlanCancelledLetter,
  toPlanEndedLetter,
  toPlanReceiptLetter,
} from '../../domain/plan-letters.ts'

/** The receipt of a month. The caller has found that its payment is new. */
export async function tellOfPayment(
  tx: Transaction,
  plan: PlanRow,
  { subscription, isFirst }: { subscription: SubscriptionState; isFirst: boolean },
  now: Date,
): Promise<void> {
  const { paid, periodEndsAt, cancelsAtPeriodEnd } = subscription
  if (!paid) return
  const letter = toPlanReceiptLetter({ ...paid, periodEndsAt, cancelsAtPeriodEnd, isFirst })
  await request(tx, plan, letter, paid.invoiceId, now)
}

type Change = { reason: 'cancelled' | 'unpaid' | 'disputed'; periodStartsAt: Date; now: Date }

/** Tells the owner of the change from one state to the next. A plan that has covered nothing ends without a word. */
export async function tellOfChange(
  tx: Transaction,
  before: PlanRow,
  after: PlanRow,
  { reason, periodStartsAt, now }: Change,
): Promise<void> {
  const { monthCents, graceEndsAt, currentPeriodEndsAt } = after
  if (after.state === 'ended') {
    if (before.coveredUntil === null) return
    return request(tx, after, toPlanEndedLetter(reason), 'ended', now)
  }
  if (graceEndsAt && before.state !== 'past-due') {
    const letter = toPaymentFailedLetter({ monthCents, graceEndsAt })
    await request(tx, after, letter, `payment-failed ${periodStartsAt.toISOString()}`, now)
  }
  if (currentPeriodEndsAt && after.cancelsAtPeriodEnd && !before.cancelsAtPeriodEnd) {
    const letter = toPlanCancelledLetter({ periodEndsAt: currentPeriodEndsAt })
    await request(tx, after, letter, `cancelled ${after.version}`, now)
  }
}

async function request(
  tx: Transaction,
  { id, email }: PlanRow,
  letter: Letter,
  occasion: string,
  now: Date,
): Promise<void> {
  if (email === null) return
  await requestLetter(tx, 'billing', { to: { email }, about: id, occasion, letter }, now)
}
