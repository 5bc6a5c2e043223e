import { z } from 'zod/mini'
import { newWatches } from '../new-watches.ts'
import { phoneNumber } from '../phone-number.ts'
import { emailAddress } from '../email-address.ts'
import { feedId, pageAddress, parkDate } from '../values.ts'
import { passEnd } from './activations.ts'
import { promoCode } from './promo-codes.ts'
import { discount, MAX_DATES_PER_ORDER } from './billing.ts'

/** Buying days of alerts, under `/api/billing/checkouts`. */

/** At least 128 bits, at random. */
const tabKey = z.string().check(z.minLength(22), z.maxLength(100))

const WHO_AND_WHERE = 'Email and park ID are required'

/** `POST /api/billing/checkouts`. The price is not asked: billing computes it. */
export const newCheckout = z.object({
  email: z.pipe(z.string(WHO_AND_WHERE), emailAddress),
  parkId: z.guid(WHO_AND_WHERE),
  dates: z
    .array(parkDate)
    .check(z.minLength(1, 'Please select at least one date.'), z.maxLength(MAX_DATES_PER_ORDER)),
  /** Park time, `hh:mm`: when each day begins, today at once where that is over. Without it a later day is the park's own, from 04:00 to 04:00. */
  startTime: z.optional(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))),
  channel: z.enum(['email', 'sms']),
  /** The page that the payment leads back to, paid or not; without it the page of all orders, or the home page. */
  returnTo: z.optional(z.enum(['get-alerts'])),
  /** The number for text messages; needed for SMS alone. */
  phone: z.optional(phoneNumber),
  /** A secret of the tab, at random: who shows it is the tab that ordered (`POST /api/billing/checkouts/:sessionId/key`). */
  tabKey: z.optional(tabKey),
  /** Reduces the price. Where it leaves nothing to pay, the address is confirmed by mail instead of by a payment. */
  promoCode: z.optional(promoCode),
  /** The chosen rides; without it all of the park. */
  watches: z.optional(newWatches),
})
export type NewCheckout = z.input<typeof newCheckout>

/** 201. Where the visitor pays, or, for a free order, our page that says which mail to open. */
export const startedCheckout = z.object({ sessionId: z.string(), url: pageAddress })
export type StartedCheckout = z.output<typeof startedCheckout>

/** `GET /api/billing/checkouts/:sessionId`. It names neither address nor number: the id of a session is not secret enough. */
export const checkoutState = z.object({
  /** `active`: the pass is. `processing`: the bank takes its time, or the link of a mail is waited for. `open`: neither paid nor confirmed yet. `expired`: it has ended, as `ended` says. */
  status: z.enum(['open', 'processing', 'active', 'expired']),
  /** Present where the order is paid and begins at the link that was mailed to its address, because the address has something already. */
  waitsFor: z.optional(z.literal('confirmation')),
  /**
   * Present where it has ended. `over`: each day of the pass has ended. `money-back`: the payment went back, or is on its way. `declined`: the bank did not
   * pay. `unpaid`: it was not paid or confirmed in time.
   */
  ended: z.optional(z.enum(['over', 'money-back', 'declined', 'unpaid'])),
  channel: z.enum(['email', 'sms']),
  parkId: feedId,
  parkName: z.string(),
  dates: z.array(parkDate),
  /** Set for an order with a pass: the end of its last window, and the zone of its park. */
  passEnd: z.optional(passEnd),
  totalCents: z.int(),
  currency: z.literal('usd'),
  /** The number by which support finds the order (`toOrderReference`). Absent for a free order, and in answers of an earlier release. */
  orderReference: z.optional(z.string()),
  /**
   * Present if we pay back. The guarantee was not met, the payment came after all or some days of the order, the order was paid before, or
   * the mailed link was not opened in time. `hasFailed`: the bank returned the refund, and it is paid in another way.
   */
  refund: z.optional(
    z.object({
      reason: z.enum(['guarantee', 'days-over', 'paid-twice', 'unconfirmed']),
      amountCents: z.int(),
      hasFailed: z.boolean(),
    }),
  ),
  /** True while the order was paid by another session, and Stripe is asked whether this one was paid as well. */
  mayBePaidTwice: z.optional(z.boolean()),
})
export type CheckoutState = z.output<typeof checkoutState>

/** `POST /api/billing/checkouts/:sessionId/key`, for the tab that ordered: opens the alerts of this order's park, and nothing else of the address. */
export const tabProof = z.object({ tabKey })
export const checkoutKey = z.object({ manageToken: z.string() })
export type CheckoutKey = z.output<typeof checkoutKey>

/** `POST /api/billing/quotes`. The price of an order now. It reserves nothing, and a promo code is judged without an address. */
export const newQuote = z.object({
  channel: z.enum(['email', 'sms']),
  /** How many days are chosen; without any, one day is priced (decisions, section 4). */
  days: z.int().check(z.minimum(0), z.maximum(MAX_DATES_PER_ORDER)),
  promoCode: z.optional(promoCode),
})
export type NewQuote = z.input<typeof newQuote>

/**
 * The fields of a quote that the order form reads. A union, as `discount` is one, would bring its code into the first load of every page.
 */
export const quotedAmounts = z.object({
  /** The days that are priced, at least one. */
  days: z.int(),
  dayPriceCents: z.int(),
  discountCents: z.int(),
  totalCents: z.int(),
})
export type QuotedAmounts = z.output<typeof quotedAmounts>

/** Amounts in integer cents. `totalCents` 0 is shown as FREE. A rest that is too small to be charged is left out of the total. */
export const quote = z.extend(quotedAmounts, {
  channel: z.enum(['email', 'sms']),
  currency: z.literal('usd'),
  /** The promo code's discount; null without one. */
  discount: z.nullable(discount),
})
export type Quote = z.output<typeof quote>
