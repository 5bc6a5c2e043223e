import type { Job } from '@walkon/service/jobs'
import { wakeSettling } from '../db/payments/due.ts'
import { adoptRefunds } from '../db/guarantee/guarantee-refunds.ts'
import { GUARANTEES_DUE_CHANNEL, listJudgeable } from '../db/guarantee/guarantees.ts'
import { judgeGuarantee, type JudgeDeps } from '../use-cases/guarantee/judge-guarantee.ts'

const INTERVAL_MS = 10_000
const BATCH = 200

/** Decides guarantees: after PassEnded, after each receipt of their alerts, and when the wait for receipts is over. Then takes up decided refunds without a planned check. */
export const judgeGuarantees = (deps: JudgeDeps): Job => ({
  name: 'judge-guarantees',
  intervalMs: INTERVAL_MS,
  wakeOn: GUARANTEES_DUE_CHANNEL,
  async run(signal) {
    const passIds = await listJudgeable(deps.db, deps.now(), BATCH)
    for (const passId of passIds) {
      if (signal.aborted) return false
      await judgeGuarantee(deps, passId)
    }
    if ((await adoptRefunds(deps.db, deps.now())) > 0) wakeSettling(deps.db, 'checkouts')
    return passIds.length === BATCH
  },
})
