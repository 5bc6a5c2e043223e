import { adminActionDays } from '@walkon/runtime/admin-actions'
import { retentionDays } from '@walkon/runtime/purge-daily'
import { allowedEmails } from '@walkon/service/allowed-emails'
import { flag, prices, storeSettings } from '@walkon/service/config'
import { tokenKeys } from '@walkon/service/sealed-tokens'
import { z } from 'zod'

const count = z.coerce.number().int().min(1)

export const settings = storeSettings.extend({
  /** `free`: no day of Lightning Lane Assist is sold, and its addresses answer `not-offered`. */
  PRICES: prices,
  /** True if Lightning Lane Assist is open to everybody; else it is behind its overlay. */
  LIGHTNING_LANE_OPEN: flag.default(false),
  /** When it is expected, as its overlay says; empty says nothing. */
  LIGHTNING_LANE_LAUNCH: z.string().trim().default('Q2 2025'),
  /** True if restaurant alerts are open to everybody; else they are behind their overlay. */
  RESTAURANT_ALERTS_OPEN: flag.default(false),
  /** When they are expected, as their overlay says; empty says nothing. */
  RESTAURANT_ALERTS_LAUNCH: z.string().trim().default('Q1 2025'),
  /** Opens the overlays to who knows it. Without it they cannot be opened. */
  GATE_PASSWORD: z.string().min(8).optional(),
  /** How long a key works that the password gave. */
  GATE_KEY_HOURS: z.coerce.number().positive().default(168),
  /** Passwords that one client network may try in a quarter of an hour. */
  GATE_TRIES_PER_CLIENT: count.default(5),
  /** Passwords that all networks together may try in a minute. */
  GATE_TRIES_PER_MINUTE: count.default(60),
  /** The API of the provider of restaurant reservations; without it only walk-up tables are known. */
  RESTAURANTS_API_URL: z.url().optional(),
  RESTAURANTS_API_KEY: z.string().min(1).optional(),
  RESTAURANTS_TIMEOUT_SECONDS: z.coerce.number().positive().max(20).default(7),
  /** How often a day of a restaurant is looked at for which an alert waits. */
  TABLE_CHECK_SECONDS: z.coerce.number().min(1).default(300),
  /** The most requests to the provider in a minute, of all processes together. */
  TABLE_REQUESTS_PER_MINUTE: count.default(30),
  /** The longest wait of a walk-up table that is told. */
  WALK_UP_LIMIT_MINUTES: z.coerce.number().int().min(0).default(30),
  /** Restaurant alerts that an account sets, and looks for at once, in an hour. */
  RESTAURANT_ALERTS_PER_ACCOUNT: count.default(60),
  /** A restaurant alert is deleted so many days after it has ended. */
  RESTAURANT_ALERT_RETENTION_DAYS: retentionDays.default(30),
  /** Addresses that may be mailed; all unless set. Notifier refuses all others once more. */
  ALLOWED_EMAILS: allowedEmails,
  /** How long the link of an invitation to Lightning Lane Assist works. */
  LANE_INVITATION_HOURS: z.coerce.number().positive().default(24),
  /** Decides which bookings the practice provider confirms, and how long it takes for one. */
  LANE_PRACTICE_SEED: z.string().min(1).default('walkon'),
  LANE_BOOKING_SECONDS: z.coerce.number().min(0).default(1),
  /** Bookings that an account makes in an hour, cancelled ones among them. */
  LANE_BOOKINGS_PER_ACCOUNT: count.default(30),
  /** Bookings, ended days and invitations of Lightning Lane Assist are deleted so many days after them. */
  LANE_RETENTION_DAYS: retentionDays.default(90),
  /** Acts of admins and moderators are deleted after so many days. */
  ADMIN_ACTION_RETENTION_DAYS: adminActionDays,
  /** Seals and opens keys to the gates. */
  PLANNER_KEYS: tokenKeys,
  /** Seals what planner vouches for to billing: the same in both. */
  SALE_KEYS: tokenKeys,
})

export type Settings = z.output<typeof settings>
