import type { Transaction } from '@walkon/service/database'
import { listOpenWindows, saveWindows } from '../db/subscriptions.ts'
import { currentOrNextWindow } from '../domain/windows.ts'

/**
 * Sets when the watches of these subscriptions may alert, from their passes' windows, their switches and their
 * cooldowns. Every use case that changes one of those calls it, with the subscriptions locked.
 */
export async function rescheduleWatches(tx: Transaction, subscriptionIds: string[]): Promise<void> {
  if (subscriptionIds.length === 0) return
  const { now, windows } = await listOpenWindows(tx, subscriptionIds)
  const subscriptions = [...windows].map(([id, open]) => ({ id, window: currentOrNextWindow(open, now) }))
  await saveWindows(tx, subscriptions)
}
