import { flag, loadSettings, tracingShape, type Environment } from '@walkon/service/config'
import { resolve } from 'node:path'
import { z } from 'zod'
import { pricesSetting, readRealSettings, realSettings, type RealSettings } from './real-settings.ts'

const minutes = (fallback: number) => z.coerce.number().int().positive().default(fallback)
const cents = (fallback: number) => z.coerce.number().int().min(0).default(fallback)

/** Every setting of the local run. The table in docs/settings.md is made from this. */
export const localSettings = z.object({
  MODE: z
    .enum(['look', 'real'])
    .default('look')
    .describe(
      '`look` is a simulated day with an inbox of its own. `real` reads real waits and sends by your own providers; nothing of the sandbox runs ([how](../README.md)).',
    ),
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
    .optional()
    .describe(
      'Folder of the database and the logs, relative to the checkout. It belongs to the mode that made it: `.data`, with `MODE=real` `.data-real`. Three destinations take [half a gigabyte](deployment.md#how-much-disk), for good.',
    ),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error'])
    .default('info')
    .describe('What the log file in `DATA_DIR` records.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: tracingShape.OTEL_EXPORTER_OTLP_ENDPOINT.describe(
    'A collector of OpenTelemetry that takes OTLP over HTTP, such as `http://127.0.0.1:4318`: [traces](telemetry.md). Without it nothing is recorded.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: tracingShape.OTEL_EXPORTER_OTLP_HEADERS.describe(
    'What the collector asks for, as `name=value,name=value`. A secret.',
  ),
  OTEL_TRACES_SAMPLER_ARG: tracingShape.OTEL_TRACES_SAMPLER_ARG.describe(
    'The share of traces that is recorded, from 0 to 1, decided where a trace begins.',
  ),
  POLL_SECONDS: z.coerce
    .number()
    .int()
    .min(2)
    .max(300)
    .optional()
    .describe(
      'How often, in seconds, a destination with a reader is polled. Others are polled a fifth as often. 10; with `MODE=real` and deployed 60, and for the feed of another company never less.',
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
  PASS_HOURS: z.coerce
    .number()
    .positive()
    .max(72)
    .default(24)
    .describe(
      'How long a day of a pass lasts that has a start: today, or a day with a start time. A later day without one runs from 4 am to 4 am.',
    ),
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
  PRICES: pricesSetting,
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
    .optional()
    .describe(
      'The password of both overlays: five clicks on the title of one ask for it. `walk-right-in`; with `MODE=real` there is none unless you set one.',
    ),
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

const RUNS = {
  look: { DATA_DIR: '.data', POLL_SECONDS: 10, GATE_PASSWORD: 'walk-right-in' },
  real: { DATA_DIR: '.data-real', POLL_SECONDS: 60, GATE_PASSWORD: undefined },
}

export type LocalSettings = z.output<typeof localSettings> & {
  DATA_DIR: string
  POLL_SECONDS: number
  /** With `MODE=real` alone. */
  real: RealSettings | null
}

/** Throws `InvalidEnvironment` with all that is wrong or missing, and never a value. */
export function readLocalSettings(env: Environment): LocalSettings {
  const settings = loadSettings(localSettings, env)
  const defaults = RUNS[settings.MODE]
  return {
    ...settings,
    DATA_DIR: resolve(settings.DATA_DIR ?? defaults.DATA_DIR),
    POLL_SECONDS: settings.POLL_SECONDS ?? defaults.POLL_SECONDS,
    GATE_PASSWORD: settings.GATE_PASSWORD ?? defaults.GATE_PASSWORD,
    real: settings.MODE === 'real' ? readRealSettings(env) : null,
  }
}

/** The folder of a run, for commands that need no other setting. */
export function readDataDir(env: Environment): string {
  const { MODE, DATA_DIR } = loadSettings(localSettings.pick({ MODE: true, DATA_DIR: true }), env)
  return resolve(DATA_DIR ?? RUNS[MODE].DATA_DIR)
}

/** The tables of docs/settings.md. */
export const toSettingsTable = (): string =>
  [
    toTable(localSettings.shape),
    'With `MODE=real` these too, by the names that the deployed services read:',
    toTable(realSettings.omit({ PRICES: true }).shape),
  ].join('\n\n')

function toTable(shape: Record<string, z.ZodType>): string {
  const rows = Object.entries(shape).map(([name, schema]) => {
    const { data } = z.safeParse(schema, undefined)
    const isShort = typeof data === 'string' || typeof data === 'number' || typeof data === 'boolean'
    const shown = isShort ? `\`${data}\`` : ''
    return `| \`${name}\` | ${shown} | ${schema.description ?? ''} |`
  })
  return ['| setting | default | what it does |', '|---|---|---|', ...rows].join('\n')
}
