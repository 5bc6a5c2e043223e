import { planEnded } from '@walkon/contracts/events/billing'
import { emit } from '@walkon/messaging/emit'
import { deletePublishedNaming } from '@walkon/messaging/outbox-retention'
import type { Transaction } from '@walkon/service/database'
import { wakeSettling } from '../../db/payments/due.ts'
import { deleteOrAnonymise, lockErasedPlans, type AccountErasure } from '../../db/plans/plan-erasure.ts'
import { deletePublished, PUBLISHED } from '../../db/published.ts'

/**
 * Erases the plans of deleted accounts. A plan that Stripe must still end is kept without account and address until Stripe says that it has
 * ended (`settle-plan.ts`). `PlanEnded` has the key of its plan, so its consumers receive it after the coverage.
 */
export async function erasePlans(tx: Transaction, erasures: AccountErasure[]): Promise<void> {
  const erased = await lockErasedPlans(tx, erasures)
  const [first] = erasures
  if (erased.length === 0 || !first) return
  const deletedAt = erasures.reduce(
    (earliest, each) => (each.deletedAt < earliest ? each.deletedAt : earliest),
    first.deletedAt,
  )
  const ids = erased.map(({ id }) => id)
  await deleteOrAnonymise(tx, ids, deletedAt)
  await deletePublished(tx, PUBLISHED.plans, ids)
  await emit(
    tx,
    planEnded,
    erased
      .filter(({ hasCovered }) => hasCovered)
      .map(({ id: planId }) => ({ data: { planId, reason: 'erased' as const, endedAt: deletedAt } })),
  )
  await deletePublishedNaming(tx, [...new Set(erased.map(({ email }) => email))])
  wakeSettling(tx, 'plans')
}
