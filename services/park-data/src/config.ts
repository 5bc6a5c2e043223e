import { storeSettings } from '@walkon/service/config'
import { z } from 'zod'

/** The feed asks for at most one poll a minute; the local run's stand-in may be polled every ten seconds. */
const SHORTEST_POLL_SECONDS = 10

export const settings = storeSettings.extend({
  PARK_FEED_URL: z.url().default('https://api.themeparks.wiki/v1'),
  PARK_FEED_API_KEY: z.string().min(1).optional(),
  /** Seconds between two polls of a destination with a reader. Other destinations are polled a fifth as often. */
  POLL_SECONDS: z.coerce
    .number()
    .positive()
    .max(300)
    .default(60)
    .transform((seconds) => Math.max(seconds, SHORTEST_POLL_SECONDS)),
  /** How long observations are kept. Usual waits look back 28 days. */
  RETENTION_DAYS: z.coerce.number().int().min(29).max(400).default(35),
})

export type Settings = z.output<typeof settings>
