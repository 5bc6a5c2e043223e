import type { Transaction } from '@walkon/service/database'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import { saveOutcomes, type NewOutcome } from '../../db/guarantee/delivery-outcomes.ts'
import { GUARANTEES_DUE_CHANNEL, markJudgeable } from '../../db/guarantee/guarantees.ts'

/** Keeps the outcomes of alerts until their passes end. One that comes after the decision changes nothing. */
export async function recordOutcomes(tx: Transaction, outcomes: NewOutcome[], now: Date): Promise<void> {
  if (outcomes.length === 0) return
  await saveOutcomes(tx, outcomes)
  await markJudgeable(
    tx,
    outcomes.map(({ alertId }) => alertId),
    now,
  )
  wakeAfterCommit(tx, GUARANTEES_DUE_CHANNEL)
}
