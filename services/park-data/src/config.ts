import { adminActionDays } from '@walkon/runtime/admin-actions'
import { list, storeSettings } from '@walkon/service/config'
import { z } from 'zod'

/** No setting polls the feed of another company more often than it asks for. */
const SHORTEST_POLL_SECONDS = 60
/** A host without a domain is a container beside this one: a sandbox. */
const SHORTEST_NEAR_POLL_SECONDS = 10
/** A feed on the same machine is the sandbox. */
const SHORTEST_LOCAL_POLL_SECONDS = 2
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

export const settings = storeSettings.extend({
  PARK_FEED_URL: z.url().default('https://api.themeparks.wiki/v1'),
  PARK_FEED_API_KEY: z.string().min(1).optional(),
  /** Whom the feed's operator can write to about our requests; its User-Agent names it. */
  FEED_CONTACT: z.email().optional(),
  /** The feed's ids of the only destinations that are read and offered; all of them if not given. */
  DESTINATIONS: list.pipe(z.array(z.uuid())).optional(),
  /** Seconds between two polls of a destination with a reader, as far as the feed allows (`pollMsOf`). */
  POLL_SECONDS: z.coerce.number().positive().max(300).default(60),
  /** How long observations are kept. Usual waits look back 28 days. */
  RETENTION_DAYS: z.coerce.number().int().min(29).max(400).default(35),
  /** Entries of an admin's acts are deleted so many days after the act. */
  ADMIN_ACTION_RETENTION_DAYS: adminActionDays,
})

export type Settings = z.output<typeof settings>

/** Milliseconds between two polls of a destination with a reader. Other destinations are polled a fifth as often. */
export function pollMsOf({ PARK_FEED_URL, POLL_SECONDS }: Settings): number {
  return Math.max(POLL_SECONDS, shortestPollSeconds(new URL(PARK_FEED_URL).hostname)) * 1000
}

function shortestPollSeconds(host: string): number {
  if (LOOPBACK.has(host)) return SHORTEST_LOCAL_POLL_SECONDS
  return /^[a-z0-9-]+$/i.test(host) ? SHORTEST_NEAR_POLL_SECONDS : SHORTEST_POLL_SECONDS
}
