import type { Transaction } from '@walkon/service/database'
import { listSchedules, saveWindows, type Schedule } from '../../db/subscriptions/subscriptions.ts'
import { currentOrNextAlertWindow } from '../../domain/quiet-times.ts'
import { currentOrNextWindow, type Window } from '../../domain/windows.ts'

/**
 * Sets when the watches of these subscriptions may alert, from their passes' windows, their visitors' quiet times, their switches
 * and their cooldowns. Every use case that changes one of those calls it, with the subscriptions locked.
 */
export async function rescheduleWatches(tx: Transaction, subscriptionIds: string[]): Promise<void> {
  if (subscriptionIds.length === 0) return
  const { now, schedules } = await listSchedules(tx, subscriptionIds)
  await saveWindows(
    tx,
    schedules.map((schedule) => ({ id: schedule.id, window: windowAt(schedule, now) })),
  )
}

/** A park that is not known yet has no rides that could alert. Its subscriptions are scheduled again when it is. */
const windowAt = ({ windows, quietTimes, timezone }: Schedule, now: Date): Window | null =>
  timezone === null
    ? currentOrNextWindow(windows, now)
    : currentOrNextAlertWindow(windows, quietTimes, timezone, now)
