import type { Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { Settings } from '../../config.ts'
import { listTaken, lockSpots } from '../../db/parks/spots.ts'

export type SpotSettings = Pick<Settings, 'DAILY_PASSES_PER_PARK'>

/**
 * Makes sure that each day has a spot left. Other orders of the park wait until the transaction ends: the order that the caller writes in
 * it holds the spots. The caller holds the locks of the address and of the promo code before. Throws `day-sold-out`.
 */
export async function takeSpots(
  tx: Transaction,
  { DAILY_PASSES_PER_PARK: limit }: SpotSettings,
  wanted: { parkId: string; dates: string[]; exceptOrderId?: string },
  now: Date,
): Promise<void> {
  if (limit === undefined) return
  await lockSpots(tx, wanted.parkId)
  const full = (await listTaken(tx, wanted, now)).find(({ taken }) => taken >= limit)
  if (full) throw new AppError('day-sold-out', `No spots are left on ${full.date} at the park`)
}
