import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import type { Log } from '@walkon/service/log'
import { inTraceOfItsOwn } from '@walkon/service/trace-context'
import { type Due, DUE_CHANNELS, type DueTable, takeDue } from '../db/payments/due.ts'
import { settleAssistDay, type SettleAssistDayDeps } from '../use-cases/lightning-lane/settle-assist-day.ts'
import { settleCheckout, type SettleDeps } from '../use-cases/checkout/settle-checkout.ts'
import { settlePlan, type SettlePlanDeps } from '../use-cases/plans/settle-plan.ts'

const INTERVAL_MS = 5_000
const AT_ONCE = 10
/** Longer than the calls of one settlement can take. */
const RETRY_MS = { checkouts: 30_000, plans: 60_000, assist_days: 30_000 }
/** Spans of settlements that tell something, with their requests to Stripe. */
const SPANS = { checkouts: 'settle-checkout', plans: 'settle-plan', assist_days: 'settle-assist-day' }

/** Asks Stripe about checkouts that are due: after a webhook, when a visitor returns, and each hour while one is open. */
export const createSettleCheckouts = (deps: SettleDeps): Job => ({
  name: 'settle-checkouts',
  intervalMs: INTERVAL_MS,
  wakeOn: DUE_CHANNELS.checkouts,
  run: () =>
    settleDue(deps, 'checkouts', async ({ sessionId, ...due }) => {
      if (sessionId !== null) await settleCheckout(deps, { ...due, sessionId })
    }),
})

/** Asks Stripe about plans that are due: after a webhook, once a day, and at the end of a period or of a grace. */
export const createSettlePlans = (deps: SettlePlanDeps): Job => ({
  name: 'settle-plans',
  intervalMs: INTERVAL_MS,
  wakeOn: DUE_CHANNELS.plans,
  run: () => settleDue(deps, 'plans', ({ id }) => settlePlan(deps, id)),
})

/** Asks Stripe about Lightning Lane Assist days that are due: after a webhook, when a visitor returns, and while one is open. */
export const createSettleAssistDays = (deps: SettleAssistDayDeps): Job => ({
  name: 'settle-assist-days',
  intervalMs: INTERVAL_MS,
  wakeOn: DUE_CHANNELS.assist_days,
  run: () =>
    settleDue(deps, 'assist_days', async ({ sessionId, ...due }) => {
      if (sessionId !== null) await settleAssistDay(deps, { ...due, sessionId })
    }),
})

type Deps = { db: Database; log: Log; now: () => Date }

async function settleDue(
  { db, log, now }: Deps,
  table: DueTable,
  settle: (due: Due) => Promise<void>,
): Promise<boolean> {
  const due = await takeDue(db, table, { now: now(), retryMs: RETRY_MS[table], limit: AT_ONCE })
  await Promise.all(
    due.map((each) =>
      inTraceOfItsOwn(SPANS[table], () => settle(each)).catch((error: unknown) =>
        log.warn({ err: error, table, id: each.id }, 'not settled; Stripe will be asked again'),
      ),
    ),
  )
  return due.length === AT_ONCE
}
