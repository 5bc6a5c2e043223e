import { z } from 'zod/mini'
import { channel, emailAddress, feedId, parkDate } from '../values.ts'

/** billing's API, under `/api/billing`. */

/** A visit may not be booked further ahead, and no order holds more days. */
export const MAX_DAYS_AHEAD = 365
export const MAX_DATES_PER_ORDER = 30

export const promoCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(40), z.toUpperCase())

/** `GET /api/billing/prices`: amounts in integer cents, and what a day is. */
export const priceList = z.object({
  currency: z.literal('usd'),
  smsDayCents: z.int(),
  emailDayCents: z.int(),
  unlimitedMonthCents: z.int(),
  /** How long a day of a pass lasts. */
  passHours: z.number().check(z.positive()),
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
  dates: z.array(parkDate).check(z.minLength(1), z.maxLength(MAX_DATES_PER_ORDER)),
  /** Park time, `hh:mm`, for the days to come; 00:00 if not given. Today always starts at once. */
  startTime: z.optional(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))),
  promoCode,
})
export type NewActivation = z.input<typeof newActivation>

/** 202. `active` where the request proves the address (account or manage link), else `confirmation-sent`. */
export const activationResult = z.object({ status: z.enum(['active', 'confirmation-sent']) })
export type ActivationResult = z.output<typeof activationResult>

/** `POST /api/billing/activations/confirm`. The days may be over by now, and the promo code is judged here. */
export const activationConfirmation = z.object({ token: z.string().check(z.minLength(20), z.maxLength(200)) })

export const confirmedActivation = z.object({
  status: z.literal('active'),
  parkId: feedId,
  parkName: z.string(),
  dates: z.array(parkDate),
})
export type ConfirmedActivation = z.output<typeof confirmedActivation>
