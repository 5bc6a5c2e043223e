import { z } from 'zod/mini'
import { instant, pageAddress } from '../values.ts'

/** The unlimited plan of an account, under `/api/billing/plan`. */

/** The query of `GET /api/billing/plan`. */
export const planReturn = z.object({
  /** The visitor is back from the portal, and may have changed the plan there. */
  returned: z.optional(z.literal('portal')),
})

/** `GET /api/billing/plan`. Amounts in integer cents. */
export const planView = z.object({
  /** `none`: no plan, or it has ended. `opening`: its payment page is open. `past-due`: the last payment failed, and the grace runs. */
  state: z.enum(['none', 'opening', 'active', 'past-due']),
  /** The price of a month: the plan's own, or without one the price list's. */
  monthCents: z.int(),
  currency: z.literal('usd'),
  /** When the next month begins and is paid, or the plan ends where it was cancelled; null before the first payment. */
  currentPeriodEndsAt: z.nullable(instant),
  cancelsAtPeriodEnd: z.boolean(),
  /** Until when it covers although the last payment failed; null otherwise. */
  graceEndsAt: z.nullable(instant),
})
export type PlanView = z.output<typeof planView>

/** 201 of `POST /api/billing/plan/checkout`: where the visitor pays the first month. */
export const startedPlan = z.object({ sessionId: z.string(), url: pageAddress })

/** 201 of `POST /api/billing/plan/portal`: the payment provider's page for the card and for cancelling. */
export const planPortal = z.object({ url: pageAddress })
