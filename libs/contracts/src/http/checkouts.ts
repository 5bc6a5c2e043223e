import { z } from 'zod'
import { emailAddress, feedId, parkDate } from '../values.ts'
import { MAX_DATES_PER_ORDER, promoCode } from './billing.ts'

/** Buying days of alerts, under `/api/billing/checkouts`. */

/** Core, section 5: digits only, with an optional plus. Spaces, dashes and brackets are left out; without a plus it is a US number. */
export const phoneNumber = z
  .string()
  .transform((text) => text.replace(/[\s().-]/g, ''))
  .pipe(
    z.string().regex(/^(\+[1-9]\d{6,14}|1?[2-9]\d{9})$/, 'Please enter a valid phone number for SMS alerts.'),
  )
  .transform((text) => (text.startsWith('+') ? text : `+${text.length === 10 ? '1' : ''}${text}`))

/** `POST /api/billing/checkouts`. The price is not asked: billing computes it. */
export const newCheckout = z.object({
  email: emailAddress,
  parkId: feedId,
  dates: z.array(parkDate).min(1).max(MAX_DATES_PER_ORDER),
  /** Park time, `hh:mm`, for the days to come; 00:00 if not given. Today always starts at once. */
  startTime: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .optional(),
  channel: z.enum(['email', 'sms']),
  /** Where text messages go; needed for SMS alone. */
  phone: phoneNumber.optional(),
  /** Makes the order free: nothing is paid then, and the address is confirmed by mail. */
  promoCode: promoCode.optional(),
})
export type NewCheckout = z.input<typeof newCheckout>

/** 201. Where the visitor pays, or, for a free order, our page that says which mail to open. */
export const startedCheckout = z.object({ sessionId: z.string(), url: z.url() })
export type StartedCheckout = z.output<typeof startedCheckout>

/** `GET /api/billing/checkouts/:sessionId`. Whoever has the session's id sees neither address nor number. */
export const checkoutState = z.object({
  /** `active`: the pass is. `processing`: the bank takes its time. `open`: neither paid nor confirmed yet. */
  status: z.enum(['open', 'processing', 'active', 'expired']),
  channel: z.enum(['email', 'sms']),
  parkId: feedId,
  parkName: z.string(),
  dates: z.array(parkDate),
  totalCents: z.int(),
  currency: z.literal('usd'),
})
export type CheckoutState = z.output<typeof checkoutState>
