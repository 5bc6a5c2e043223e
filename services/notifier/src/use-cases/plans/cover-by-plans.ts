import type { planCoverageChanged } from '@walkon/contracts/events/billing'
import type { EventOf } from '@walkon/contracts/event'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { lockForErasure } from '../../db/accounts/erasures.ts'
import { forgetOwners, saveCoverage, savePlansEnded } from '../../db/plans/plans.ts'

type Coverage = EventOf<typeof planCoverageChanged>['data']

/** Keeps whom these plans cover, and until when. */
export async function coverByPlans(tx: Transaction, coverages: Coverage[]): Promise<void> {
  await saveCoverage(
    tx,
    coverages.map(({ email, ...coverage }) => ({ ...coverage, emailHash: hashAddress(email) })),
  )
}

/** Ends what these plans cover. Their owners' numbers stay for a plan that comes after. */
export async function endPlans(tx: Transaction, planIds: string[]): Promise<void> {
  if (planIds.length > 0) await savePlansEnded(tx, planIds)
}

/** Ends the plans of erased accounts and forgets whose they were. Their numbers are erased with the address. */
export async function erasePlans(tx: Transaction, planIds: string[]): Promise<void> {
  if (planIds.length === 0) return
  await lockForErasure(tx)
  await savePlansEnded(tx, planIds)
  await forgetOwners(tx, planIds)
}
