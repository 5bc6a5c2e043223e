import { z } from 'zod'

/** One or more values in one variable, separated by commas. An empty secret or a stray comma is a fault, not a value. */
export const list = z
  .string()
  .transform((value) => value.split(',').map((item) => item.trim()))
  .refine((items) => items.every((item) => item !== ''), 'a value is empty')

/** `free`: passes cost nothing and nothing else is sold. Billing's, and the same in each service whose words or routes follow from it. */
export const prices = z.enum(['list', 'free']).default('list')

/** Regions, as ISO 3166 codes, whose numbers texts are sold for and sent to. Billing's and notifier's, the same in both. */
export const smsCountries = list.default(['US', 'CA'])

/** Refuses a setting by its former name: ignored, it would leave the new one at its default. */
export const renamedTo = (name: string) => z.undefined({ error: `is now ${name}` }).optional()

/** A switch in the environment: `true` or `false`. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/**
 * A check for `superRefine`: each group is set as a whole or not at all, as the settings of one provider are. Names the ones that miss.
 */
export const wholeOrAbsent =
  (...groups: string[][]) =>
  (settings: Record<string, unknown>, context: z.RefinementCtx): void => {
    for (const group of groups) {
      const missing = group.filter((name) => settings[name] === undefined)
      if (missing.length === group.length) continue
      const given = group.filter((name) => settings[name] !== undefined).join(', ')
      for (const name of missing)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `is not set, and ${given} is: set all or none`,
        })
    }
  }

const port = z.coerce.number().int().min(0).max(65_535)

/** HTTP headers as OpenTelemetry writes them: `name=value,name=value`, the values percent-encoded. */
const headers = z
  .string()
  .regex(/^[\w-]+=[^,]+(,[\w-]+=[^,]+)*$/, 'is not name=value,name=value')
  .transform((value, context) => {
    const pairs = value.split(',').map((pair) => pair.split(/=(.*)/s))
    try {
      return Object.fromEntries(pairs.map(([name, encoded = '']) => [name, decodeURIComponent(encoded)]))
    } catch {
      context.addIssue('has a value that is not percent-encoded')
      return z.NEVER
    }
  })

/** Where spans go, by the names of OpenTelemetry. */
export const tracingShape = {
  /** A collector that takes OTLP over HTTP, as JSON, at `/v1/traces`. Without it nothing is recorded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Secret: the key of a collector that asks for one. */
  OTEL_EXPORTER_OTLP_HEADERS: headers.default({}),
  /** The share of traces that is recorded. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.01),
}

/** Settings that every service has. A service adds its own with `baseSettings.extend({ ... })`. */
export const baseSettings = z.object({
  ...tracingShape,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  HOST: z.string().default('0.0.0.0'),
  /** The release: shown by the metric `build_info` and by `/api/config`. */
  BUILD_VERSION: z.string().min(1).default('unversioned'),
  PORT: port.default(3000),
  /** The host of `/livez`, `/readyz` and `/metrics`, and nothing else: visitors and other services do not reach this port. */
  OPERATOR_HOST: z.string().default('0.0.0.0'),
  OPERATOR_PORT: port.default(3100),
})

/** Settings of an operator's command: the database that it works on. */
export const databaseSettings = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
})

/** Settings of a service that keeps data and speaks in events. */
export const storeSettings = baseSettings.extend(databaseSettings.shape).extend({
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).default(10),
  /** How long published events stay in the outbox, for looking at and publishing again. */
  OUTBOX_RETENTION_HOURS: z.coerce.number().positive().default(24),
  /** Identity's public address, as access tokens name it: `https://…/auth/v1`. */
  AUTH_ISSUER: z.url(),
  /** The gateway's addresses or ranges, whose `X-Forwarded-For` is believed. A deployed process has no default: see `deployedSettings`. */
  TRUSTED_PROXIES: list.default(['127.0.0.1', '::1']),
})

/** How a process reaches the broker. */
const kafkaShape = z.object({
  KAFKA_BROKERS: list,
  /** Without credentials it is off where it is not given. */
  KAFKA_TLS: flag.optional(),
  KAFKA_USERNAME: z.string().min(1).optional(),
  KAFKA_PASSWORD: z.string().min(1).optional(),
  /** After so long without a sign of life the broker gives a process's records to others; the broker has a least value of its own. */
  KAFKA_SESSION_TIMEOUT_SECONDS: z.coerce.number().min(1).max(60).optional(),
})
type Kafka = z.output<typeof kafkaShape>

const hasBothOrNeither = ({ KAFKA_USERNAME, KAFKA_PASSWORD }: Kafka) =>
  (KAFKA_USERNAME === undefined) === (KAFKA_PASSWORD === undefined)
const BOTH_OR_NEITHER = {
  path: ['KAFKA_PASSWORD'],
  error: 'is set without KAFKA_USERNAME, or the other way round',
}
const saysHowItIsSent = ({ KAFKA_USERNAME, KAFKA_TLS }: Kafka) =>
  KAFKA_USERNAME === undefined || KAFKA_TLS !== undefined
const SAID = { path: ['KAFKA_TLS'], error: 'is not set, and decides how KAFKA_PASSWORD is sent' }

export const kafkaSettings = kafkaShape
  .refine(hasBothOrNeither, BOTH_OR_NEITHER)
  .refine(saysHowItIsSent, SAID)

/** Settings without a default in a deployment: addresses of other systems, trusted proxies. */
export const deployedShape = {
  REDIS_URL: z.url({ protocol: /^rediss?$/ }),
  /** With the default of one machine all visitors behind a gateway on another are one client. */
  TRUSTED_PROXIES: list,
}

/** Further settings of a deployed service: the broker and the cache. */
export const deployedSettings = kafkaShape
  .extend(deployedShape)
  .refine(hasBothOrNeither, BOTH_OR_NEITHER)
  .refine(saysHowItIsSent, SAID)

export type Environment = Record<string, string | undefined>

/** Names every variable that is wrong and never shows a value. */
export class InvalidEnvironment extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`Invalid environment:\n${faults.map((fault) => `- ${fault}`).join('\n')}`)
    this.name = 'InvalidEnvironment'
    this.faults = faults
  }
}

/** Throws `InvalidEnvironment` at the start with every wrong variable, rather than at midnight with the first. */
export function loadSettings<Schema extends z.ZodType>(schema: Schema, env: Environment): z.output<Schema> {
  const parsed = schema.safeParse(env)
  if (parsed.success) return parsed.data
  throw new InvalidEnvironment(
    parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
  )
}

/** Makes all of these; throws one `InvalidEnvironment` with the faults of all. */
export function loadTogether<First, Second>(first: () => First, second: () => Second): [First, Second] {
  const faults: string[] = []
  const load = <Settings>(read: () => Settings): Settings | undefined => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof InvalidEnvironment)) throw error
      faults.push(...error.faults)
      return undefined
    }
  }
  const loaded = [load(first), load(second)]
  if (faults.length > 0) throw new InvalidEnvironment(faults)
  return loaded as [First, Second]
}
