import type { Database, Transaction } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import { wakeSettling } from '../../db/payments/due.ts'
import { lockCheckout, saveCheckout } from '../../db/checkout/checkouts.ts'
import {
  findGuarantee,
  findRevocation,
  listAlertedRides,
  lockUndecided,
  saveVerdict,
} from '../../db/guarantee/guarantees.ts'
import { lockOrder } from '../../db/checkout/orders.ts'
import { findOrderOfPass } from '../../db/passes/passes.ts'
import { decideGuarantee, type Verdict } from '../../domain/guarantee.ts'

export type JudgeDeps = { db: Database; log: Log; now: () => Date }

/** PassEnded and the receipts come in transactions that do not see each other, so what waits is judged again after this. */
const JUDGE_AGAIN_MS = 60_000

/** Decides the guarantee of an ended pass, once, and has its payment settled; or counts the alerts so far. */
export async function judgeGuarantee({ db, log, now: clock }: JudgeDeps, passId: string): Promise<void> {
  const verdict = await db.transaction((tx) => judge(tx, passId, clock()))
  if (verdict && verdict.decision !== null) log.info({ passId, ...verdict }, 'guarantee decided')
}

/**
 * Locks the order and its payment before the guarantee, as every transaction does. A refund by hand or an erasure is either seen here or
 * comes after the decision.
 */
async function judge(tx: Transaction, passId: string, now: Date): Promise<Verdict | null> {
  const orderId = await findOrderOfPass(tx, passId)
  if (orderId !== null) await lockOrder(tx, orderId)
  const known = await findGuarantee(tx, passId)
  if (!known) return null
  await lockCheckout(tx, known.checkoutId)
  const guarantee = await lockUndecided(tx, passId)
  if (!guarantee) return null

  const { messagesUntil, settleUntil } = guarantee
  const verdict = decideGuarantee(
    {
      revokedBy: await findRevocation(tx, guarantee),
      alerts: await listAlertedRides(tx, passId),
      messagesUntil,
      settleUntil,
    },
    now,
  )
  const ends = [messagesUntil, settleUntil].map((end) => end.getTime()).filter((end) => end > now.getTime())
  const judgeAt = new Date(Math.min(now.getTime() + JUDGE_AGAIN_MS, ...ends))
  await saveVerdict(tx, passId, verdict, { now, judgeAt })
  if (verdict.decision === 'refund') {
    await saveCheckout(tx, guarantee.checkoutId, { checkAt: now })
    wakeSettling(tx, 'checkouts')
  }
  return verdict
}
