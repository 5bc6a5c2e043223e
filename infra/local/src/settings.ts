import { flag, loadSettings, type Environment } from '@walkon/service/config'
import { resolve } from 'node:path'
import { z } from 'zod'

const minutes = (fallback: number) => z.coerce.number().int().positive().default(fallback)
const cents = (fallback: number) => z.coerce.number().int().min(0).default(fallback)

/** Every setting of the local run. The table in docs/settings.md is made from this. */
export const localSettings = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(8080).describe('Port of the web app.'),
  HOST: z
    .union([z.ipv4(), z.ipv6()])
    .default('127.0.0.1')
    .describe(
      'Address on which the web app listens. `0.0.0.0` opens it to the network; the printed address and the links in mails follow.',
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .transform((folder) => resolve(folder))
    .describe('Folder of the database, the logs and the sandbox; relative to the checkout.'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error'])
    .default('info')
    .describe('What the log file in `DATA_DIR` records.'),
  POLL_SECONDS: z.coerce
    .number()
    .int()
    .min(2)
    .max(300)
    .default(10)
    .describe(
      'How often, in seconds, a destination with a reader is polled. Others are polled a fifth as often. Deployed: 60.',
    ),
  ALERT_COOLDOWN_MINUTES: minutes(60).describe(
    'The same recipient is not alerted again for the same ride within this time.',
  ),
  DEFAULT_THRESHOLD_MINUTES: z.coerce
    .number()
    .int()
    .min(5)
    .max(120)
    .default(15)
    .describe('The limit of a ride for which the visitor has set none.'),
  DELIVERY_EXPIRY_MINUTES: minutes(15).describe(
    'An alert that could not be sent this long after its observation is not sent any more.',
  ),
  PASS_HOURS: z.coerce.number().positive().max(72).default(24).describe('How long a day of a pass lasts.'),
  GUARANTEE_SETTLE_HOURS: z.coerce
    .number()
    .positive()
    .max(72)
    .default(6)
    .describe(
      'How long, at most, receipts of a pass’s alerts are waited for after its end before its guarantee is decided.',
    ),
  DUFFEL_ACCESS_TOKEN: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Searches flights at Duffel, with this token, in place of the sandbox. Each search may cost money.',
    ),
  FLIGHT_SEARCHES_PER_DAY: z.coerce
    .number()
    .int()
    .min(1)
    .default(2_000)
    .describe('The most searches for flights that are bought of the provider in a day.'),
  DAILY_PASSES_PER_PARK: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe(
      'How many passes are sold for one day of one park. A day without any left is sold out; with `HOME_FIGURES=live` the home page shows what is left.',
    ),
  SMS_DAY_CENTS: cents(500).describe('List price of a day of SMS alerts.'),
  EMAIL_DAY_CENTS: cents(100).describe('List price of a day of email alerts.'),
  UNLIMITED_MONTH_CENTS: cents(1500).describe('List price of a month of the unlimited plan.'),
  PLAN_GRACE_DAYS: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(7)
    .describe(
      'How long the unlimited plan covers after a payment that failed. `0.001` is a minute and a half.',
    ),
  SMS_ENABLED: flag
    .default(true)
    .describe(
      'Whether texts are sold: days of SMS alerts, and the texts of unlimited plans. `false` shows the "Under Construction" dialog, and no page promises texts.',
    ),
  PLAN_TEXTS_PER_MONTH: z.coerce
    .number()
    .int()
    .min(1)
    .default(300)
    .describe('Texts of one unlimited plan in a calendar month (UTC); after them its alerts go by email.'),
  TEXT_KEYWORDS_BY: z
    .enum(['twilio', 'walkon'])
    .default('twilio')
    .describe(
      'Who answers STOP, START and HELP by text: Twilio, or we, with Twilio’s own handling switched off in the sandbox too.',
    ),
  LIGHTNING_LANE_OPEN: flag
    .default(false)
    .describe('Whether Lightning Lane assist is open to everybody, or behind its "Coming soon" overlay.'),
  RESTAURANT_ALERTS_OPEN: flag
    .default(false)
    .describe('Whether restaurant alerts are open to everybody, or behind their "Coming soon" overlay.'),
  GATE_PASSWORD: z
    .string()
    .min(8)
    .default('walk-right-in')
    .describe('The password of both overlays: five clicks on the title of one ask for it.'),
  HOME_FIGURES: z
    .enum(['sample', 'live'])
    .default('sample')
    .describe(
      '`sample` shows figures derived from the date on the home page, `live` true counts. Deployed: `live`.',
    ),
  SANDBOX_SEED: z
    .string()
    .min(1)
    .default('walkon')
    .describe('Which simulated day the parks have. The same seed tells the same story.'),
  PAST_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(34)
    .default(28)
    .describe(
      'How many days of the simulation the first start imports, so that charts and usual waits have a past; 0 imports nothing.',
    ),
})

export type LocalSettings = z.output<typeof localSettings>

export const readLocalSettings = (env: Environment): LocalSettings => loadSettings(localSettings, env)

/** The table of docs/settings.md. */
export function toSettingsTable(): string {
  const rows = Object.entries(localSettings.shape).map(([name, schema]) => {
    const fallback = z.safeParse(schema, undefined)
    const shown = name === 'DATA_DIR' ? '.data' : String(fallback.data)
    return `| \`${name}\` | \`${shown}\` | ${schema.description ?? ''} |`
  })
  return ['| setting | default | what it does |', '|---|---|---|', ...rows].join('\n')
}
