import { flag, storeSettings } from '@walkon/service/config'
import { z } from 'zod'

const cents = z.coerce.number().int().min(0)
const hours = z.coerce.number().positive()
const aMinute = z.coerce.number().int().min(1)

export const billingSettings = storeSettings.extend({
  /** The price list, in integer cents. */
  EMAIL_DAY_CENTS: cents.default(100),
  SMS_DAY_CENTS: cents.default(500),
  UNLIMITED_MONTH_CENTS: cents.default(1_500),
  /** Whether SMS alerts are offered. */
  SMS_ENABLED: flag.default(false),
  /** How long one bought day lasts from its start. */
  PASS_HOURS: hours.default(24),
  /** How long the link in a confirmation mail works, and a promo code stays reserved for it. */
  CONFIRMATION_HOURS: hours.default(24),
  /** Refused promo codes that one client address, and all of them together, may try in a minute. */
  PROMO_GUESSES_PER_CLIENT: aMinute.default(10),
  PROMO_GUESSES_PER_MINUTE: aMinute.default(200),
})

export type Settings = z.output<typeof billingSettings>
