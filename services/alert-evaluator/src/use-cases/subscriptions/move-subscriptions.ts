import { subscriptionMoved } from '@walkon/contracts/events/alerts'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { joinSubscription, listActive } from '../../db/passes/moves.ts'
import { watchAllWhereNothingIsChosen } from '../../db/subscriptions/watches.ts'
import { announceUnwatchedParks, announceWatchedParks } from '../plans/announce-watched-parks.ts'
import { rescheduleWatches } from '../alerts/reschedule-watches.ts'

export type MoveDeps = { defaultThresholdMinutes: number; now: () => Date }

/** One of two locked subscriptions takes in the other, which watches its park no more. */
export async function join(tx: Transaction, { from, into }: { from: string; into: string }): Promise<void> {
  await announceUnwatchedParks(tx, [from])
  await joinSubscription(tx, { from, into })
}

/** A subscription that is on watches something, and its watches follow the windows of its passes and plans. */
export async function renew(
  { defaultThresholdMinutes }: MoveDeps,
  tx: Transaction,
  subscriptionIds: string[],
): Promise<void> {
  const on = await listActive(tx, subscriptionIds)
  await watchAllWhereNothingIsChosen(tx, on, defaultThresholdMinutes)
  await rescheduleWatches(tx, subscriptionIds)
  await announceWatchedParks(tx, subscriptionIds)
}

/** Publishes a move under the lock of the subscription, so it follows each alert that was made for the old address. */
export const publishMove = (
  tx: Transaction,
  subscriptionId: string,
  { email, changedAt }: { email: string; changedAt: string },
): Promise<void> => emit(tx, subscriptionMoved, [{ data: { subscriptionId, email, changedAt } }])
