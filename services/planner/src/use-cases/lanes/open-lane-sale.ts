import { AppError, notFound } from '@walkon/service/errors'
import type { Database } from '@walkon/service/database'
import type { LaneSaleKeys } from '@walkon/service/lane-sales'
import { findInvitation } from '../../db/lanes/lane-invitations.ts'
import { findReturnTimesOf } from '../../db/lanes/lane-readings.ts'

export type LaneSaleDeps = { db: Database; saleKeys: LaneSaleKeys; now: () => Date }

/**
 * The key with which billing sells the account a day at this park (decisions, section 7). Throws `park-not-found`,
 * `lane-times-unpublished`, and `lane-connection-required`.
 */
export async function openLaneSale(
  { db, saleKeys, now }: LaneSaleDeps,
  userId: string,
  parkId: string,
): Promise<{ saleKey: string }> {
  const hasReturnTimes = await findReturnTimesOf(db, parkId)
  if (hasReturnTimes === null) throw notFound('park')
  if (!hasReturnTimes)
    throw new AppError('lane-times-unpublished', 'This park publishes no return times, so no day is sold')
  const invitation = await findInvitation(db, userId)
  if (!invitation?.answeredAt)
    throw new AppError('lane-connection-required', 'Connect your Disney account to buy a day')
  return { saleKey: await saleKeys.seal({ userId, parkId }, now()) }
}
