import { holdUsers } from '@walkon/runtime/erased-users'
import type { Transaction } from '@walkon/service/database'
import { saveLaneDays, saveWatchedUntil, type LaneDay } from '../../db/lanes/lane-days.ts'

export type AssistDay = {
  assistDayId: string
  userId: string
  windows: { startsAt: string; endsAt: string }[]
}

/** Projects paid days, or takes them back, and has the preferences of their accounts follow. Days of deleted accounts are passed over. */
export async function followAssistDays(
  tx: Transaction,
  days: AssistDay[],
  isRevoked: boolean,
): Promise<void> {
  const held = new Set(
    await holdUsers(
      tx,
      days.map(({ userId }) => userId),
    ),
  )
  const rows = days
    .filter(({ userId }) => held.has(userId))
    .flatMap(({ assistDayId, userId, windows }) =>
      windows.map((window): LaneDay => ({ assistDayId, userId, ...window, isRevoked })),
    )
  await saveLaneDays(tx, rows)
  await saveWatchedUntil(tx, [...held])
}
