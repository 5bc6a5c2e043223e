import { z } from 'zod/mini'

/** billing's API, under `/api/billing`. */

/** The furthest day that can be ordered, and the most days of one order. */
export const MAX_DAYS_AHEAD = 365
export const MAX_DATES_PER_ORDER = 30

/** A share of an order's price. */
export const percent = z.int().check(z.minimum(1), z.maximum(100))

/** The discount of a promo code: the price of each day, of one day, or a percentage of the whole. */
export const discount = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all-days') }),
  z.object({ kind: z.literal('one-day') }),
  z.object({ kind: z.literal('percentage'), percent }),
])
export type Discount = z.output<typeof discount>

/** `GET /api/billing/prices`: amounts in integer cents, and the length of a day. */
export const priceList = z.object({
  /** `free`: passes cost nothing here and need no code, and no page speaks of money. */
  prices: z.enum(['list', 'free']),
  /** True if anything can be paid: the plan, days of Lightning Lane Assist, the affiliate programme. */
  takesPayments: z.boolean(),
  currency: z.literal('usd'),
  smsDayCents: z.int(),
  emailDayCents: z.int(),
  unlimitedMonthCents: z.int(),
  /** A day of Lightning Lane Assist. */
  assistDayCents: z.int(),
  /** How long a day of a pass lasts. */
  passHours: z.number().check(z.positive()),
  /** How long the unlimited plan covers after a payment that failed. */
  planGraceDays: z.number().check(z.minimum(0)),
  /** True if SMS alerts are offered. */
  smsEnabled: z.boolean(),
  /** How many passes a day are sold for each park; null without a limit. `GET /spots` has the rest. */
  dailyPassesPerPark: z.nullable(z.int()),
})
export type PriceList = z.output<typeof priceList>
