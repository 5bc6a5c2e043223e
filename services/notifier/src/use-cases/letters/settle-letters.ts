import { letterSettled } from '@walkon/contracts/events/notifications'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { deleteDeliveries } from '../../db/accounts/erasures.ts'
import { listDeliveriesOfLetters, listOpenLetters } from '../../db/deliveries/transitions.ts'
import { keepOutcomes } from '../deliveries/keep-outcomes.ts'
import type { TextRefusal } from '../../limits/texts.ts'

/** Why a letter goes on no way: its recipient was erased, its user stayed unknown, or a text is not sent. */
export type LetterLoss = 'erased' | 'user-unknown' | TextRefusal

/** Tells the services that requested these letters that nothing comes of them. */
export const settleDropped = (
  tx: Transaction,
  dropped: { id: string; reason: LetterLoss }[],
  now: Date,
): Promise<void> =>
  emit(
    tx,
    letterSettled,
    dropped.map(({ id, reason }) => ({
      data: { notificationId: id, outcome: 'dropped', reason, settledAt: now.toISOString() },
    })),
  )

/** Deletes deliveries for an erasure, and drops the letters among them that are under way. */
export async function eraseDeliveries(tx: Transaction, deliveryIds: string[], now: Date): Promise<void> {
  const letterIds = await listOpenLetters(tx, deliveryIds)
  await settleDropped(
    tx,
    letterIds.map((id) => ({ id, reason: 'erased' })),
    now,
  )
  await deleteDeliveries(tx, deliveryIds)
}

/**
 * Publishes the outcomes of those of these letters that are known: a service that requests a letter again has not heard of its end. Letters
 * under way are published when they end. To be called before the letters are queued.
 */
export async function settleAgain(tx: Transaction, letterIds: string[]): Promise<void> {
  if (letterIds.length === 0) return
  await keepOutcomes(tx, await listDeliveriesOfLetters(tx, letterIds))
}
