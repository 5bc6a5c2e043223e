import { perService, type ServiceName } from '@walkon/contracts/services'
import { LOOKUP_MINUTES } from '@walkon/billing/config'
import { DEMO_PROMO_CODES } from '@walkon/billing/use-cases/promo-codes/seed-promo-codes'
import { urlsOfServices } from '@walkon/gateway/config'
import type { Environment } from '@walkon/service/config'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { toReturnOrigins } from './public-url.ts'
import type { Secrets } from './secrets.ts'
import { toRealEnvironments } from './real-environments.ts'
import type { LocalSettings } from './settings.ts'
import { toTracing } from './tracing-environment.ts'
import { WEB_ROOT } from './web-build.ts'

/** The release of this checkout (CHANGELOG.md). */
export const BUILD_VERSION = (
  JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../package.json'), 'utf8')) as {
    version: string
  }
).version

/** Where the parts of one run find each other. */
export type Addresses = {
  ports: Record<ServiceName | 'sandbox', number>
  /** Of the probes and metrics of each process. */
  operatorPorts: Record<ServiceName | 'gateway', number>
  databaseUrls: Record<ServiceName, string>
  publicUrl: string
}

export type Environments = {
  services: Record<ServiceName, Environment>
  gateway: Environment
  sandbox: Environment
}

const POSTMARK_WEBHOOK_USER = 'postmark'
/** The account at the sandbox; its token is a secret of the installation. */
const TWILIO = {
  TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
  TWILIO_MESSAGING_SERVICE_SID: 'MG00000000000000000000000000000000',
}

/** The environment of each part, as its `config.ts` reads it; the same for one process and for many. */
export function toEnvironments(
  settings: LocalSettings,
  secrets: Secrets,
  addresses: Addresses,
): Environments {
  const own = mergeOwn(
    toKeys(secrets),
    mergeOwn(toSharedEnvironments(settings, addresses), toProvidersOf(settings, secrets, addresses)),
  )
  return {
    services: perService((name) => ({
      ...toCommonEnvironment(name, settings, addresses),
      ...own[name],
    })),
    gateway: toGatewayEnvironment(settings, addresses),
    sandbox: toSandboxEnvironment(settings, secrets, addresses),
  }
}

function toCommonEnvironment(
  name: ServiceName,
  settings: LocalSettings,
  { ports, operatorPorts, databaseUrls, publicUrl }: Addresses,
): Environment {
  return {
    BUILD_VERSION,
    LOG_LEVEL: settings.LOG_LEVEL,
    ...toTracing(settings),
    HOST: '127.0.0.1',
    PORT: String(ports[name]),
    OPERATOR_HOST: '127.0.0.1',
    OPERATOR_PORT: String(operatorPorts[name]),
    DATABASE_URL: databaseUrls[name],
    DATABASE_POOL_SIZE: '3',
    OUTBOX_RETENTION_HOURS: '1',
    PUBLIC_URL: publicUrl,
    AUTH_ISSUER: `${publicUrl}/auth/v1`,
  }
}

/** A setting that is left out where nothing sets it. */
const toOptional = (name: string, value: number | undefined): Environment =>
  value === undefined ? {} : { [name]: String(value) }

type OwnEnvironments = Partial<Record<ServiceName, Environment>>

const mergeOwn = (one: OwnEnvironments, other: OwnEnvironments): OwnEnvironments =>
  perService((name) => ({ ...one[name], ...other[name] }))

const toProvidersOf = (settings: LocalSettings, secrets: Secrets, addresses: Addresses): OwnEnvironments =>
  settings.real ? toRealEnvironments(settings, settings.real) : toSandboxed(settings, secrets, addresses)

/** Keys that encrypt: a service has those of its own purposes alone, and three services open manage links. */
const toKeys = (secrets: Secrets): OwnEnvironments => ({
  identity: { IDENTITY_KEYS: secrets.identityKeys },
  'alert-evaluator': { TOKEN_KEYS: secrets.tokenKeys },
  billing: { TOKEN_KEYS: secrets.tokenKeys, SALE_KEYS: secrets.saleKeys },
  notifier: { TOKEN_KEYS: secrets.tokenKeys },
  flights: { FLIGHTS_KEYS: secrets.flightsKeys },
  planner: { PLANNER_KEYS: secrets.plannerKeys, SALE_KEYS: secrets.saleKeys },
})

/** The settings of single services, the same in both modes. Each setting has one owner. */
const toSharedEnvironments = (settings: LocalSettings, { publicUrl }: Addresses): OwnEnvironments => ({
  'park-data': { POLL_SECONDS: String(settings.POLL_SECONDS) },
  'alert-evaluator': {
    ALERT_COOLDOWN_MINUTES: String(settings.ALERT_COOLDOWN_MINUTES),
    DEFAULT_THRESHOLD_MINUTES: String(settings.DEFAULT_THRESHOLD_MINUTES),
  },
  billing: {
    SMS_DAY_CENTS: String(settings.SMS_DAY_CENTS),
    EMAIL_DAY_CENTS: String(settings.EMAIL_DAY_CENTS),
    UNLIMITED_MONTH_CENTS: String(settings.UNLIMITED_MONTH_CENTS),
    PLAN_GRACE_DAYS: String(settings.PLAN_GRACE_DAYS),
    PASS_HOURS: String(settings.PASS_HOURS),
    GUARANTEE_SETTLE_HOURS: String(settings.GUARANTEE_SETTLE_HOURS),
    ALERT_MESSAGES_MINUTES: String(settings.DELIVERY_EXPIRY_MINUTES + LOOKUP_MINUTES),
    DELIVERY_EXPIRY_MINUTES: String(settings.DELIVERY_EXPIRY_MINUTES),
    ...toOptional('DAILY_PASSES_PER_PARK', settings.DAILY_PASSES_PER_PARK),
    ...toReturnOrigins(publicUrl, settings.PORT),
  },
  flights: { FLIGHT_SEARCHES_PER_DAY: String(settings.FLIGHT_SEARCHES_PER_DAY) },
  planner: {
    LIGHTNING_LANE_OPEN: String(settings.LIGHTNING_LANE_OPEN),
    RESTAURANT_ALERTS_OPEN: String(settings.RESTAURANT_ALERTS_OPEN),
  },
  notifier: {
    DELIVERY_EXPIRY_MINUTES: String(settings.DELIVERY_EXPIRY_MINUTES),
    TEXT_KEYWORDS_BY: settings.TEXT_KEYWORDS_BY,
    PLAN_TEXTS_PER_MONTH: String(settings.PLAN_TEXTS_PER_MONTH),
  },
})

/** The sandbox in the place of every provider. The service that sells a thing and the one that delivers it are told of it. */
function toSandboxed(
  settings: LocalSettings,
  secrets: Secrets,
  { ports, publicUrl }: Addresses,
): OwnEnvironments {
  const sandboxUrl = loopback(ports.sandbox)
  const sold = { SMS_ENABLED: String(settings.SMS_ENABLED) }
  return {
    'park-data': { PARK_FEED_URL: `${sandboxUrl}/park-feed/v1` },
    billing: {
      ...sold,
      ...(settings.PRICES === 'free'
        ? { PRICES: 'free' }
        : {
            STRIPE_API_URL: sandboxUrl,
            STRIPE_SECRET_KEY: secrets.stripeSecretKey,
            STRIPE_WEBHOOK_SECRETS: secrets.stripeWebhookSecret,
          }),
    },
    flights: settings.DUFFEL_ACCESS_TOKEN
      ? { DUFFEL_ACCESS_TOKEN: settings.DUFFEL_ACCESS_TOKEN }
      : {
          DUFFEL_ACCESS_TOKEN: secrets.duffelAccessToken,
          DUFFEL_API_URL: sandboxUrl,
          AIRLINE_LOGOS_URL: `${sandboxUrl}/img/airlines/for-light-background/full-color-logo`,
        },
    planner: {
      PRICES: settings.PRICES,
      GATE_PASSWORD: settings.GATE_PASSWORD,
      RESTAURANTS_API_URL: `${sandboxUrl}/restaurants`,
      RESTAURANTS_API_KEY: secrets.restaurantsApiKey,
      // The sandbox frees tables for a few minutes.
      TABLE_CHECK_SECONDS: '60',
    },
    notifier: {
      ...sold,
      PRICES: settings.PRICES,
      POSTMARK_API_URL: `${sandboxUrl}/postmark`,
      POSTMARK_SERVER_TOKEN: secrets.postmarkServerToken,
      POSTMARK_WEBHOOK_USER,
      POSTMARK_WEBHOOK_PASSWORD: secrets.postmarkWebhookPassword,
      ...TWILIO,
      TWILIO_API_URL: `${sandboxUrl}/twilio`,
      TWILIO_AUTH_TOKEN: secrets.twilioAuthToken,
      // The sandbox's push service is reached through the gateway, whose address stays the same.
      PUSH_TEST_ORIGINS: new URL(publicUrl).origin,
      MAIL_FROM: 'Walkon <alerts@walkon.example>',
      POSTAL_ADDRESS: 'Walkon, 100 Example Street, Orlando, FL 32801',
    },
  }
}

function toGatewayEnvironment(
  settings: LocalSettings,
  { ports, operatorPorts, publicUrl }: Addresses,
): Environment {
  return {
    ...urlsOfServices((name) => loopback(ports[name])),
    BUILD_VERSION,
    LOG_LEVEL: settings.LOG_LEVEL,
    ...toTracing(settings),
    HOST: settings.HOST,
    PORT: String(settings.PORT),
    OPERATOR_HOST: '127.0.0.1',
    OPERATOR_PORT: String(settings.real?.OPERATOR_PORT ?? operatorPorts.gateway),
    PUBLIC_URL: publicUrl,
    WEB_ROOT,
    ...(settings.real
      ? {
          HOME_FIGURES: 'live',
          SUPPORT_EMAIL: settings.real.SUPPORT_EMAIL,
          ...(settings.real.TRUSTED_PROXIES && { TRUSTED_PROXIES: settings.real.TRUSTED_PROXIES }),
        }
      : {
          SANDBOX_URL: loopback(ports.sandbox),
          HOME_FIGURES: settings.HOME_FIGURES,
          ...(settings.PRICES !== 'free' && { DEMO_PROMO_CODE: DEMO_PROMO_CODES.email }),
        }),
  }
}

function toSandboxEnvironment(
  settings: LocalSettings,
  secrets: Secrets,
  { ports, publicUrl }: Addresses,
): Environment {
  return {
    HOST: '127.0.0.1',
    PORT: String(ports.sandbox),
    PUBLIC_URL: publicUrl,
    DATA_DIR: join(settings.DATA_DIR, 'sandbox'),
    SANDBOX_SEED: settings.SANDBOX_SEED,
    POSTMARK_SERVER_TOKEN: secrets.postmarkServerToken,
    POSTMARK_WEBHOOK_URL: `${loopback(ports.notifier)}/webhooks/postmark`,
    POSTMARK_WEBHOOK_USERNAME: POSTMARK_WEBHOOK_USER,
    POSTMARK_WEBHOOK_PASSWORD: secrets.postmarkWebhookPassword,
    STRIPE_SECRET_KEY: secrets.stripeSecretKey,
    STRIPE_WEBHOOK_URL: `${loopback(ports.billing)}/webhooks/stripe`,
    STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
    ...TWILIO,
    TEXT_KEYWORDS_BY: settings.TEXT_KEYWORDS_BY,
    TWILIO_AUTH_TOKEN: secrets.twilioAuthToken,
    // The public address: it is signed, and status callbacks go there too.
    TWILIO_WEBHOOK_URL: `${publicUrl}/webhooks/twilio`,
    DUFFEL_ACCESS_TOKEN: secrets.duffelAccessToken,
    RESTAURANTS_API_KEY: secrets.restaurantsApiKey,
    // A service worker posts to the site that it belongs to.
    PUSH_PRODUCT_URL: `${publicUrl}/api/notifications`,
  }
}

export const loopback = (port: number) => `http://127.0.0.1:${port}`
