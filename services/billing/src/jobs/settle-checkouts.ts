import type { Job } from '@walkon/service/jobs'
import { CHECKOUTS_DUE_CHANNEL, takeDue } from '../db/checkouts.ts'
import { settleCheckout, type SettleDeps } from '../use-cases/settle-checkout.ts'

const INTERVAL_MS = 5_000
const AT_ONCE = 10
const RETRY_MS = 30_000

/** Asks Stripe about checkouts that are due: after a webhook, when a visitor returns, and each hour while one is open. */
export const createSettleCheckouts = (deps: SettleDeps): Job => ({
  name: 'settle-checkouts',
  intervalMs: INTERVAL_MS,
  wakeOn: CHECKOUTS_DUE_CHANNEL,
  async run() {
    const due = await takeDue(deps.db, { now: deps.now(), retryMs: RETRY_MS, limit: AT_ONCE })
    await Promise.all(
      due.map((checkout) =>
        settleCheckout(deps, checkout).catch((error: unknown) =>
          deps.log.warn(
            { err: error, checkoutId: checkout.id },
            'checkout not settled; it will be asked about again',
          ),
        ),
      ),
    )
    return due.length === AT_ONCE
  },
})
