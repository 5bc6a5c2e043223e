import { adminActionDays } from '@walkon/runtime/admin-actions'
import { retentionDays } from '@walkon/runtime/purge-daily'
import { allowedEmails } from '@walkon/service/allowed-emails'
import { flag, list, prices, smsCountries, storeSettings, wholeOrAbsent } from '@walkon/service/config'
import { tokenKeys } from '@walkon/service/sealed-tokens'
import { z } from 'zod'
import { MIN_CHARGE_CENTS } from './domain/price.ts'

const cents = z.coerce.number().int().min(0)
/** A price that a checkout can charge, or 0. */
const priceCents = cents.refine((price) => price === 0 || price >= MIN_CHARGE_CENTS, {
  error: `must be 0 or at least ${MIN_CHARGE_CENTS}: the payment provider charges no less`,
})
/** As browsers send it: no path, no slash at its end. */
const origin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => new URL(url).origin === url, { error: 'must be an origin, without a path' })
const hours = z.coerce.number().positive()
const seconds = z.coerce.number().positive()
const count = z.coerce.number().int().min(1)

const listed = storeSettings.extend({
  /** The product's own address, as visitors type it: where they come back to from the payment page. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  /** Other origins of the product: a visitor who is at one of these comes back to it. */
  RETURN_ORIGINS: list.pipe(z.array(origin)).default([]),
  /** Addresses that may be mailed; all unless set. The same in notifier. */
  ALLOWED_EMAILS: allowedEmails,
  /** `free`: a pass costs nothing and needs no code, and nothing else is sold. `list` needs Stripe. */
  PRICES: prices,
  /** The price list, in integer cents. */
  EMAIL_DAY_CENTS: priceCents.default(100),
  SMS_DAY_CENTS: priceCents.default(500),
  UNLIMITED_MONTH_CENTS: priceCents.default(1_500),
  /** A day of Lightning Lane Assist. */
  ASSIST_DAY_CENTS: z.coerce.number().int().min(MIN_CHARGE_CENTS).default(500),
  /** How long a plan covers after a payment that failed; then it is cancelled. */
  PLAN_GRACE_DAYS: z.coerce.number().min(0).max(60).default(7),
  /** True if texts are sold: days of SMS alerts, and the texts of the unlimited plan. Notifier's setting too, of the same meaning. */
  SMS_ENABLED: flag,
  /** Regions for whose numbers SMS alerts are sold. Notifier's setting too: it texts no others. */
  SMS_COUNTRIES: smsCountries,
  /** How many passes are sold for one day of one park; not limited if not given. The unlimited plan has no such limit. */
  DAILY_PASSES_PER_PARK: count.optional(),
  /** How long one bought day lasts from its start. */
  PASS_HOURS: hours.default(24),
  /** How long receipts of a pass's alerts are waited for after its end. Decisions, section 4: six hours at most. */
  GUARANTEE_SETTLE_HOURS: hours.default(6),
  /**
   * How long after the end of a pass another message of its alerts may come, by another channel. Notifier's `DELIVERY_EXPIRY_MINUTES`, and
   * the time in which it looks up messages in doubt.
   */
  ALERT_MESSAGES_MINUTES: z.coerce.number().min(0).default(20),
  /** Notifier's setting too. Given, it refuses a start with a shorter `ALERT_MESSAGES_MINUTES`: passes would be refunded whose alert is still to come. */
  DELIVERY_EXPIRY_MINUTES: z.coerce.number().positive().optional(),
  /** An order is deleted so many days after the end of its last day; its payments stay without an address. */
  ORDER_RETENTION_DAYS: retentionDays.default(90),
  /** An order that was never confirmed is deleted so many days after it was given up. */
  UNCONFIRMED_ORDER_RETENTION_DAYS: retentionDays.default(30),
  /** How long accounts must keep payments: ten years if the law says no less. */
  SALES_RETENTION_DAYS: retentionDays.default(3_653),
  /** How long an application to the affiliate programme is kept. */
  AFFILIATE_RETENTION_DAYS: retentionDays.default(730),
  /** Applications to the affiliate programme, from one client network in an hour. */
  AFFILIATE_APPLICATIONS_PER_CLIENT: count.default(20),
  /** How much of a payment the support desk pays back in all; an admin pays back all of it. */
  SUPPORT_REFUND_CENTS: z.coerce.number().int().min(0).default(2_000),
  /** How much a member of the support desk, who is no admin, pays back in 24 hours. */
  SUPPORT_REFUND_CENTS_PER_DAY: z.coerce.number().int().min(0).default(10_000),
  /** How many days of alerts the support desk gives an address in 30 days; an admin gives more. */
  SUPPORT_PASS_DAYS: z.coerce.number().int().min(0).default(7),
  /** How many days a member of the support desk, who is no admin, gives in 24 hours. */
  SUPPORT_PASS_DAYS_PER_DAY: z.coerce.number().int().min(0).default(30),
  /** Acts of staff are deleted after so many days. */
  ADMIN_ACTION_RETENTION_DAYS: adminActionDays,
  /** How long the link in a confirmation mail works. */
  CONFIRMATION_HOURS: hours.default(24),
  /** Activations that ask for a mail, from one client network in five minutes. A park's wireless network is one client. */
  ACTIVATION_MAILS_PER_CLIENT: count.default(60),
  /** Refused promo codes in a minute, of one client network and of all clients together. */
  PROMO_GUESSES_PER_CLIENT: count.default(10),
  PROMO_GUESSES_PER_MINUTE: count.default(200),
  /** Refused promo codes in an hour, of one address and from requests that prove it. */
  PROMO_GUESSES_PER_ADDRESS: count.default(10),
  /** Checkouts that are started from one client network in five minutes. */
  CHECKOUTS_PER_CLIENT: count.default(60),
  /** Different phone numbers of free orders from one client network in a day. */
  NUMBERS_PER_CLIENT_DAY: count.default(10),
  /** Stripe's API; its own address if not given. */
  STRIPE_API_URL: z.url().optional(),
  /** Without Stripe's settings nothing can be paid: no plan, no Lightning Lane day, no affiliate. */
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  /** One request to Stripe. */
  STRIPE_TIMEOUT_SECONDS: seconds.default(10),
  /** Secrets that sign Stripe's webhooks; two while one takes the place of the other. */
  STRIPE_WEBHOOK_SECRETS: list.optional(),
  /** Opens the manage links that mails carry, and seals the manage key of a page that confirmed alerts. */
  TOKEN_KEYS: tokenKeys,
  /** Opens what planner vouches for: the same in both. */
  SALE_KEYS: tokenKeys,
})

/** How long notifier looks up a message in doubt, after it has expired. */
export const LOOKUP_MINUTES = 5

const STRIPE = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS']

export const billingSettings = listed
  .superRefine(wholeOrAbsent(STRIPE))
  .refine(({ PRICES, STRIPE_SECRET_KEY }) => PRICES === 'free' || STRIPE_SECRET_KEY !== undefined, {
    path: ['PRICES'],
    error: 'is `list`, and nothing can be paid without STRIPE_SECRET_KEY: set it, or PRICES=free',
  })
  .refine(
    ({ ALERT_MESSAGES_MINUTES: waits, DELIVERY_EXPIRY_MINUTES: expires }) =>
      expires === undefined || waits >= expires + LOOKUP_MINUTES,
    {
      path: ['ALERT_MESSAGES_MINUTES'],
      error: `is shorter than DELIVERY_EXPIRY_MINUTES and the ${LOOKUP_MINUTES} minutes of a look-up`,
    },
  )
  .transform((settings) => (settings.PRICES === 'free' ? { ...settings, ...FREE } : settings))

/** Prices if passes are free; a price that is set beside it changes nothing. */
const FREE = { EMAIL_DAY_CENTS: 0, SMS_DAY_CENTS: 0 }

export type Settings = z.output<typeof billingSettings>

/** How long a guarantee waits for the messages of its alerts, and for their receipts. */
export const guaranteeWaitsOf = ({ ALERT_MESSAGES_MINUTES, GUARANTEE_SETTLE_HOURS }: Settings) => ({
  messagesMinutes: ALERT_MESSAGES_MINUTES,
  settleHours: GUARANTEE_SETTLE_HOURS,
})
