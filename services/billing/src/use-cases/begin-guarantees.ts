import type { Transaction } from '@walkon/service/database'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import { GUARANTEES_DUE_CHANNEL, insertGuarantees, type EndedPassWithAlerts } from '../db/guarantees.ts'

/**
 * Opens the guarantees of passes that have ended. Receipts are waited for from now on and not from the end of the pass, because an event that
 * comes late comes with receipts that are late.
 */
export async function beginGuarantees(
  tx: Transaction,
  ended: EndedPassWithAlerts[],
  { now, settleHours }: { now: Date; settleHours: number },
): Promise<void> {
  const settleUntil = new Date(now.getTime() + Math.round(settleHours * 3_600_000))
  await insertGuarantees(tx, ended, { now, settleUntil })
  wakeAfterCommit(tx, GUARANTEES_DUE_CHANNEL)
}
