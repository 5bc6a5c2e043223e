import type { Transaction } from '@walkon/service/database'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import {
  GUARANTEES_DUE_CHANNEL,
  insertGuarantees,
  type EndedPassWithAlerts,
} from '../../db/guarantee/guarantees.ts'

export type GuaranteeWaits = {
  /** How long after the end of a pass its alerts may still be sent. */
  messagesMinutes: number
  /** How long receipts are waited for at most. */
  settleHours: number
}

/**
 * Opens the guarantees of passes that have ended. Waits for messages and receipts from now on, not from the end of the pass: the receipts
 * of a late event are late.
 */
export async function beginGuarantees(
  tx: Transaction,
  ended: EndedPassWithAlerts[],
  { now, messagesMinutes, settleHours }: GuaranteeWaits & { now: Date },
): Promise<void> {
  const after = (minutes: number) => new Date(now.getTime() + Math.round(minutes * 60_000))
  const waits = { messagesUntil: after(messagesMinutes), settleUntil: after(settleHours * 60) }
  await insertGuarantees(tx, ended, { now, ...waits })
  wakeAfterCommit(tx, GUARANTEES_DUE_CHANNEL)
}
