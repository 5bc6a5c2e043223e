import { DEFAULT_THRESHOLD_MINUTES } from '@walkon/contracts/values'
import { baseSettings, flag, list } from '@walkon/service/config'
import { join } from 'node:path'
import { z } from 'zod'

const cents = z.coerce.number().int().min(0)
const minutes = z.coerce.number().int().min(0)
const aMinute = z.coerce.number().int().min(1)
const serviceUrl = z.url({ protocol: /^https?$/ })

export const gatewaySettings = baseSettings.extend({
  /** The product's own address, as visitors type it. */
  PUBLIC_URL: serviceUrl,
  IDENTITY_URL: serviceUrl,
  PARK_DATA_URL: serviceUrl,
  ALERTS_URL: serviceUrl,
  BILLING_URL: serviceUrl,
  NOTIFIER_URL: serviceUrl,
  /** Only in the local run: without it, nothing answers below `/sandbox`. */
  SANDBOX_URL: serviceUrl.optional(),
  /** The folder of the built web app. */
  WEB_ROOT: z.string().default(join(import.meta.dirname, '../../../web/dist')),

  /** Probes and metrics, which the public port does not have. Without it nobody answers them. */
  OPERATOR_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Whose `X-Forwarded-For` is believed: addresses or ranges, never everybody's. */
  TRUSTED_PROXIES: list.default(['127.0.0.1', '::1']),
  /** Requests of one client to the services, and of those the ones that change something. */
  RATE_LIMIT_PER_MINUTE: aMinute.default(1_200),
  WRITE_LIMIT_PER_MINUTE: aMinute.default(120),
  /** Live streams that one client may hold open; a park's whole wireless network can be one client. */
  STREAMS_PER_CLIENT: aMinute.default(100),
  UPSTREAM_TIMEOUT_MS: z.coerce.number().int().min(1).default(10_000),

  /** What the web app must know before it draws; the services have settings of the same names. */
  SMS_ENABLED: flag.default(false),
  HOME_FIGURES: z.enum(['sample', 'live']).default('live'),
  DEFAULT_THRESHOLD_MINUTES: minutes.default(DEFAULT_THRESHOLD_MINUTES),
  ALERT_COOLDOWN_MINUTES: minutes.default(60),
  PASS_HOURS: z.coerce.number().positive().default(24),
  SMS_DAY_CENTS: cents.default(500),
  EMAIL_DAY_CENTS: cents.default(100),
  UNLIMITED_MONTH_CENTS: cents.default(1_500),
})

export type GatewaySettings = z.output<typeof gatewaySettings>
