import { z } from 'zod'
import { channel, emailAddress, feedId, parkDate } from '../values.ts'

/** billing's API, under `/api/billing`. */

/** A visit may not be booked further ahead, and no order holds more days. */
export const MAX_DAYS_AHEAD = 365
export const MAX_DATES_PER_ORDER = 30

export const promoCode = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .transform((code) => code.toUpperCase())

/** `GET /api/billing/prices`: amounts in integer cents, and what a day is. */
export const priceList = z.object({
  currency: z.literal('usd'),
  smsDayCents: z.int(),
  emailDayCents: z.int(),
  unlimitedMonthCents: z.int(),
  /** How long a day of a pass lasts. */
  passHours: z.number().positive(),
  /** Whether SMS alerts are offered. */
  smsEnabled: z.boolean(),
})
export type PriceList = z.output<typeof priceList>

/** `POST /api/billing/promo-codes/check` */
export const promoCodeCheck = z.object({ code: promoCode, channel })
export const promoCodeCheckResult = z.object({ code: z.string(), channel, free: z.literal(true) })

/** `POST /api/billing/activations`: free e-mail alerts for a park and days, by promo code. */
export const newActivation = z.object({
  email: emailAddress,
  parkId: feedId,
  dates: z.array(parkDate).min(1).max(MAX_DATES_PER_ORDER),
  /** Park time, `hh:mm`, for the days to come; 00:00 if not given. Today always starts at once. */
  startTime: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .optional(),
  promoCode,
})
export type NewActivation = z.input<typeof newActivation>

/** 202. `active` where the request proves the address (account or manage link), else `confirmation-sent`. */
export const activationResult = z.object({ status: z.enum(['active', 'confirmation-sent']) })
export type ActivationResult = z.output<typeof activationResult>

/**
 * `POST /api/billing/activations/confirm`. The days may be over by now, and the promo code is judged here.
 * `POST /api/billing/activations/link` takes the same, says what the link would confirm, and changes nothing.
 */
export const activationConfirmation = z.object({ token: z.string().min(20).max(200) })

/** What a link is for: the days of it that are not over. */
export const linkedActivation = z.object({
  email: z.email(),
  parkId: feedId,
  parkName: z.string(),
  dates: z.array(parkDate),
})
export type LinkedActivation = z.output<typeof linkedActivation>

export const confirmedActivation = z.object({
  status: z.literal('active'),
  parkId: feedId,
  parkName: z.string(),
  dates: z.array(parkDate),
  /** Opens the alerts of the address, as the manage link of a mail does. Null where the link was followed long before. */
  manageToken: z.string().nullable(),
})
export type ConfirmedActivation = z.output<typeof confirmedActivation>
