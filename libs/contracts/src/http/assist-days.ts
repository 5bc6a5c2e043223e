import { z } from 'zod/mini'
import { instant, pageAddress } from '../values.ts'

/** Days of Lightning Lane Assist, under `/api/billing`. */

/** `GET /api/billing/assist-day`. Amounts in integer cents. */
export const assistDayView = z.object({
  /** `opening`: a payment page is open. `processing`: the bank is working on the payment. `active`: a paid day runs or is to come. */
  state: z.enum(['none', 'opening', 'processing', 'active']),
  /** The end of the last paid day; null without one. */
  endsAt: z.nullable(instant),
  dayCents: z.int(),
  currency: z.literal('usd'),
})
export type AssistDayView = z.output<typeof assistDayView>

/** 201 of `POST /api/billing/assist-days/checkout`: where the visitor pays for a day. */
export const startedAssistDay = z.object({ sessionId: z.string(), url: pageAddress })
export type StartedAssistDay = z.output<typeof startedAssistDay>
