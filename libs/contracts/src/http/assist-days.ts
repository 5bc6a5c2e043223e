import { z } from 'zod/mini'
import { feedId, instant, pageAddress, parkDate } from '../values.ts'

/** Days of Lightning Lane Assist, under `/api/billing`. */

/** A paid day that runs or is to come. Null park and date: it was sold before days were chosen, and began with its payment. */
const assistDay = z.object({
  parkId: z.nullable(feedId),
  date: z.nullable(parkDate),
  startsAt: instant,
  endsAt: instant,
  /** Absent in answers of an earlier release. */
  paidCents: z.optional(z.int()),
})
export type AssistDay = z.output<typeof assistDay>

/** A paid day that is over. `revoked`: it ended before, as its payment went back. `returned`: it was paid after its end, or twice, and is paid back. */
const endedAssistDay = z.object({
  parkId: z.nullable(feedId),
  date: z.nullable(parkDate),
  state: z.enum(['over', 'revoked', 'returned']),
  paidCents: z.int(),
  orderedAt: instant,
})
export type EndedAssistDay = z.output<typeof endedAssistDay>

/** `GET /api/billing/assist-day`. Amounts in integer cents. */
export const assistDayView = z.object({
  /** `opening`: a payment page is open. `processing`: the bank is working on the payment. `active`: neither, and a paid day runs or is to come. */
  state: z.enum(['none', 'opening', 'processing', 'active']),
  /** By their start. */
  days: z.array(assistDay),
  /** The newest first, as long as an account has its days. Absent in answers of an earlier release. */
  ended: z.optional(z.array(endedAssistDay)),
  dayCents: z.int(),
  currency: z.literal('usd'),
})
export type AssistDayView = z.output<typeof assistDayView>

/** `POST /api/billing/assist-days/checkout`. `saleKey`: planner's word that the account is connected and the park publishes return times. */
export const newAssistDay = z.object({
  parkId: feedId,
  date: parkDate,
  saleKey: z.string().check(z.maxLength(1_000)),
})

/** 201 of `POST /api/billing/assist-days/checkout`: where the visitor pays for a day. */
export const startedAssistDay = z.object({ sessionId: z.string(), url: pageAddress })
export type StartedAssistDay = z.output<typeof startedAssistDay>
