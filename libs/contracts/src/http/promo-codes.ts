import { z } from 'zod/mini'
import { toCodeEntry, toEntry } from '../pasted-text.ts'
import { channel, instant } from '../values.ts'
import { discount, percent } from './billing.ts'

export const promoCode = z
  .string()
  .check(z.overwrite(toCodeEntry), z.minLength(1), z.maxLength(40), z.toUpperCase())

/** `POST /api/billing/promo-codes/check` */
export const promoCodeCheck = z.object({ code: promoCode, channel })
export const promoCodeCheckResult = z.object({
  code: z.string(),
  channel,
  discount,
  /** True if it makes every order on the channel free; else a quote gives the rest to pay. */
  free: z.boolean(),
})

/** Promo codes as admins see them, under `/api/billing/promo-codes`. */

const SIGNS = 'Use letters, digits and single hyphens'

/** A blank is dropped where a code is redeemed, and refused where it is made: the code would be shown with it. */
const withoutBlanks = z.string().check(
  z.overwrite(toEntry),
  z.minLength(1),
  z.maxLength(40),
  z.refine((text) => !/\s/.test(text), SIGNS),
)

/** A new code can be typed on every keyboard. */
export const newCode = z.pipe(
  z.pipe(withoutBlanks, promoCode),
  z.string().check(z.regex(/^[A-Z0-9](-?[A-Z0-9])+$/, SIGNS)),
)

/** How often a code may be redeemed, in all or by one address; without limit if null. */
const limit = z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000_000)))

/** Within the years that a database stores. */
const expiry = instant.check(z.refine((text) => Date.parse(text) > 0, 'Use an instant after 1970'))

/** As `discount`, without fields of another kind. */
const newDiscount = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all-days') }),
  z.strictObject({ kind: z.literal('one-day') }),
  z.strictObject({ kind: z.literal('percentage'), percent }),
])

/** `POST /api/billing/promo-codes`. A code is money, so a field that is not known is refused and not ignored. */
export const newPromoCode = z.strictObject({
  code: newCode,
  channel,
  discount: newDiscount,
  maxRedemptions: limit,
  maxRedemptionsPerEmail: limit,
  expiresAt: z.nullable(expiry),
})
export type NewPromoCode = z.input<typeof newPromoCode>

/** `discount` without the union, which would bring its code into the browser's first load. */
const shownDiscount = z.object({
  kind: z.enum(['all-days', 'one-day', 'percentage']),
  /** Set for a percentage only. */
  percent: z.optional(percent),
})

export const promoCodeView = z.object({
  code: z.string(),
  channel,
  discount: shownDiscount,
  maxRedemptions: z.nullable(z.int()),
  maxRedemptionsPerEmail: z.nullable(z.int()),
  /** Fulfilled orders that used it. */
  redemptions: z.int(),
  /** Redemptions that were paid after their reservation had lapsed and the limit was reached by others. */
  redemptionsBeyondLimit: z.int(),
  /** Uses that open checkouts hold now. */
  held: z.int(),
  createdAt: instant,
  expiresAt: z.nullable(instant),
  retiredAt: z.nullable(instant),
})
export type PromoCodeView = z.output<typeof promoCodeView>
