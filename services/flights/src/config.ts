import { adminActionDays } from '@walkon/runtime/admin-actions'
import { retentionDays } from '@walkon/runtime/purge-daily'
import { allowedEmails } from '@walkon/service/allowed-emails'
import { renamedTo, storeSettings } from '@walkon/service/config'
import { tokenKeys } from '@walkon/service/sealed-tokens'
import { z } from 'zod'

const count = z.coerce.number().int().min(1)
const seconds = z.coerce.number().positive()

export const settings = storeSettings.extend({
  /** Duffel's API. */
  DUFFEL_API_URL: z.url().default('https://api.duffel.com'),
  /** Without it no flights are offered. */
  DUFFEL_ACCESS_TOKEN: z.string().min(1).optional(),
  /** For all requests of one search. With the wait for its turn it stays below what the gateway waits for an answer. */
  DUFFEL_TIMEOUT_SECONDS: seconds.default(7),
  /** Duffel's limit of searches a minute, of all processes together. */
  DUFFEL_SEARCHES_PER_MINUTE: z.coerce.number().int().min(3).default(60),
  /** The logos of airlines, by IATA code. */
  AIRLINE_LOGOS_URL: z
    .url()
    .default('https://assets.duffel.com/img/airlines/for-light-background/full-color-logo'),
  /** The most searches that are bought in a day of UTC: what the service may cost. */
  FLIGHT_SEARCHES_PER_DAY: count.default(2_000),
  /** How long the fares of a search are those of an equal one; 0 keeps none. */
  FARES_KEPT_SECONDS: z.coerce.number().int().min(0).default(600),
  /** How long a visitor's search waits for its turn at the provider. */
  SEARCH_WAIT_SECONDS: seconds.default(2),
  /** How long a search of a check waits for its turn: a check has the day. With the time-out it bounds the lease of a trip. */
  CHECK_WAIT_SECONDS: seconds.default(90),
  /** Searches of one client network in five minutes; each airport of a destination is one. */
  SEARCHES_PER_CLIENT: count.default(120),
  /** Alerts that one client network sets in an hour. */
  ALERTS_PER_CLIENT: count.default(30),
  /** Addresses that may be mailed; all unless set. Notifier refuses all others once more. */
  ALLOWED_EMAILS: allowedEmails,
  /** How long the link in a confirmation mail works. */
  FLIGHT_LINK_HOURS: z.coerce.number().positive().default(48),
  CONFIRMATION_HOURS: renamedTo('FLIGHT_LINK_HOURS'),
  /** An alert is deleted so many days after it has ended. */
  ALERT_RETENTION_DAYS: retentionDays.default(30),
  /** Acts of admins and moderators are deleted after so many days. */
  ADMIN_ACTION_RETENTION_DAYS: adminActionDays,
  /** Seals and opens the links of its mails. */
  FLIGHTS_KEYS: tokenKeys,
})

export type Settings = z.output<typeof settings>
