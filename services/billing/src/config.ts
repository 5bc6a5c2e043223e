import { flag, storeSettings } from '@walkon/service/config'
import { tokenKeys } from '@walkon/service/sealed-tokens'
import { z } from 'zod'

const cents = z.coerce.number().int().min(0)
const hours = z.coerce.number().positive()
const count = z.coerce.number().int().min(1)

export const billingSettings = storeSettings.extend({
  /** The price list, in integer cents. */
  EMAIL_DAY_CENTS: cents.default(100),
  SMS_DAY_CENTS: cents.default(500),
  UNLIMITED_MONTH_CENTS: cents.default(1_500),
  /** Whether SMS alerts are offered. */
  SMS_ENABLED: flag.default(false),
  /** How long one bought day lasts from its start. */
  PASS_HOURS: hours.default(24),
  /** How long the link in a confirmation mail works. */
  CONFIRMATION_HOURS: hours.default(24),
  /** Activations that ask for a mail, from one client network in five minutes. A park's wireless network is one client. */
  ACTIVATION_MAILS_PER_CLIENT: count.default(60),
  /** Refused promo codes in a minute, from one client network and from all together. */
  PROMO_GUESSES_PER_CLIENT: count.default(10),
  PROMO_GUESSES_PER_MINUTE: count.default(200),
  /** Refused promo codes in an hour for one address, from requests that prove it. */
  PROMO_GUESSES_PER_ADDRESS: count.default(10),
  /** Opens the manage links that mails carry, and seals the manage key of a page that confirmed alerts. */
  TOKEN_KEYS: tokenKeys,
})

export type Settings = z.output<typeof billingSettings>
