import type { Transaction } from '@walkon/service/database'
import { saveRideLimits, type RideLimits } from '../../db/alerts/ride-limits.ts'

/** Projects the limits that fit the rides of parks. They decide from the next reading on; no watch is written. */
export async function projectLimits(
  tx: Transaction,
  parks: { fittedAt: string; rides: Omit<RideLimits, 'fittedAt'>[] }[],
): Promise<void> {
  const limits = parks.flatMap(({ fittedAt, rides }) => rides.map((ride) => ({ ...ride, fittedAt })))
  await saveRideLimits(tx, limits)
}
