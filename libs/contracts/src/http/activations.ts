import { z } from 'zod/mini'
import { newWatches } from '../new-watches.ts'
import { emailAddress } from '../email-address.ts'
import { feedId, instant, parkDate } from '../values.ts'
import { promoCode } from './promo-codes.ts'
import { MAX_DATES_PER_ORDER } from './billing.ts'

/** `POST /api/billing/activations`: free email alerts for a park and days, by a promo code that makes all of them free. */
export const newActivation = z.object({
  email: emailAddress,
  parkId: feedId,
  dates: z.array(parkDate).check(z.minLength(1), z.maxLength(MAX_DATES_PER_ORDER)),
  /** Park time, `hh:mm`: when each day begins, today at once where that is over. Without it a later day is the park's own, from 04:00 to 04:00. */
  startTime: z.optional(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))),
  /** Needed unless passes are free here: `GET /prices` says so by `prices`. */
  promoCode: z.optional(promoCode),
  /** The chosen rides; without it all of the park. */
  watches: z.optional(newWatches),
})
export type NewActivation = z.input<typeof newActivation>

/** 202. `active` where the request proves the address (account or manage link), else `confirmation-sent`. */
export const activationResult = z.object({ status: z.enum(['active', 'confirmation-sent']) })
export type ActivationResult = z.output<typeof activationResult>

/**
 * `POST /api/billing/activations/confirm`. Judges the promo code, and whether the days have ended.
 * `POST /api/billing/activations/link` takes the same, says what the link would confirm, and changes nothing.
 */
export const activationConfirmation = z.object({ token: z.string().check(z.minLength(20), z.maxLength(200)) })

/** The days of a link that are not over. */
export const linkedActivation = z.object({
  email: z.email(),
  /** The last digits of the number of an order for text messages: its owner sees whether it is their own. */
  phoneEnding: z.optional(z.string()),
  parkId: feedId,
  parkName: z.string(),
  dates: z.array(parkDate),
})
export type LinkedActivation = z.output<typeof linkedActivation>

/** When a pass ends: its last window, by the clock of its park. */
export const passEnd = z.object({ endsAt: instant, timezone: z.string() })
export type PassEnd = z.output<typeof passEnd>

export const confirmedActivation = z.object({
  status: z.literal('active'),
  parkId: feedId,
  parkName: z.string(),
  dates: z.array(parkDate),
  /** Absent in what an earlier release has answered. */
  passEnd: z.optional(passEnd),
  /** Opens the alerts of the address, as the manage link of a mail does. Null where the link was followed long before. */
  manageToken: z.nullable(z.string()),
})
export type ConfirmedActivation = z.output<typeof confirmedActivation>
