import { parkWatchChanged } from '@walkon/contracts/events/alerts'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { listWatchedParks } from '../../db/plans/plans.ts'

/** Tells until when plans have parks watched, so that their destinations are polled each minute. Passes tell it themselves. */
export async function announceWatchedParks(tx: Transaction, subscriptionIds: string[]): Promise<void> {
  if (subscriptionIds.length === 0) return
  const watched = await listWatchedParks(tx, subscriptionIds)
  await emit(
    tx,
    parkWatchChanged,
    watched.map((data) => ({ data })),
  )
}

/** The same for subscriptions that are about to be deleted. */
export async function announceUnwatchedParks(tx: Transaction, subscriptionIds: string[]): Promise<void> {
  const watched = await listWatchedParks(tx, subscriptionIds)
  await emit(
    tx,
    parkWatchChanged,
    watched.map((park) => ({ data: { ...park, watchedUntil: null } })),
  )
}
