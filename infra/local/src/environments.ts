import type { Environment } from '@walkon/service/config'
import type { Secrets } from './secrets.ts'
import type { LocalSettings } from './settings.ts'

export const SERVICE_NAMES = ['identity', 'park-data', 'alert-evaluator', 'billing', 'notifier'] as const
export type ServiceName = (typeof SERVICE_NAMES)[number]

/** Where the parts of one run find each other. */
export type Addresses = {
  ports: Record<ServiceName | 'sandbox', number>
  databaseUrls: Record<ServiceName, string>
  publicUrl: string
}

const POSTMARK_WEBHOOK_USER = 'postmark'

/** The environment of each service, as its `config.ts` reads it; the same for one process and for many. */
export function toServiceEnvironments(
  settings: LocalSettings,
  secrets: Secrets,
  { ports, databaseUrls, publicUrl }: Addresses,
): Record<ServiceName, Environment> {
  const sandboxUrl = loopback(ports.sandbox)
  const common = (name: ServiceName): Environment => ({
    LOG_LEVEL: settings.LOG_LEVEL,
    HOST: '127.0.0.1',
    PORT: String(ports[name]),
    DATABASE_URL: databaseUrls[name],
    DATABASE_POOL_SIZE: '5',
    OUTBOX_RETENTION_HOURS: '1',
    TOKEN_KEYS: secrets.tokenKeys,
    PUBLIC_URL: publicUrl,
    AUTH_ISSUER: `${publicUrl}/auth/v1`,
  })
  return {
    identity: {
      ...common('identity'),
      IDENTITY_KEYS: secrets.identityKeys,
    },
    'park-data': {
      ...common('park-data'),
      PARK_FEED_URL: `${sandboxUrl}/park-feed/v1`,
      POLL_SECONDS: String(settings.POLL_SECONDS),
    },
    'alert-evaluator': {
      ...common('alert-evaluator'),
      ALERT_COOLDOWN_MINUTES: String(settings.ALERT_COOLDOWN_MINUTES),
      DEFAULT_THRESHOLD_MINUTES: String(settings.DEFAULT_THRESHOLD_MINUTES),
    },
    billing: {
      ...common('billing'),
      ...prices(settings),
      PASS_HOURS: String(settings.PASS_HOURS),
    },
    notifier: {
      ...common('notifier'),
      DELIVERY_EXPIRY_MINUTES: String(settings.DELIVERY_EXPIRY_MINUTES),
      POSTMARK_API_URL: `${sandboxUrl}/postmark`,
      POSTMARK_SERVER_TOKEN: secrets.postmarkServerToken,
      POSTMARK_WEBHOOK_USER,
      POSTMARK_WEBHOOK_PASSWORD: secrets.postmarkWebhookPassword,
      MAIL_FROM: 'Walkon <alerts@walkon.example>',
      POSTAL_ADDRESS: 'Walkon, 100 Example Street, Orlando, FL 32801',
    },
  }
}

export function toGatewayEnvironment(
  settings: LocalSettings,
  { ports, publicUrl }: Pick<Addresses, 'ports' | 'publicUrl'>,
  webRoot: string,
): Environment {
  return {
    ...prices(settings),
    LOG_LEVEL: settings.LOG_LEVEL,
    HOST: '0.0.0.0',
    PORT: String(settings.PORT),
    PUBLIC_URL: publicUrl,
    WEB_ROOT: webRoot,
    IDENTITY_URL: loopback(ports.identity),
    PARK_DATA_URL: loopback(ports['park-data']),
    ALERTS_URL: loopback(ports['alert-evaluator']),
    BILLING_URL: loopback(ports.billing),
    NOTIFIER_URL: loopback(ports.notifier),
    SANDBOX_URL: loopback(ports.sandbox),
    HOME_FIGURES: settings.HOME_FIGURES,
    SMS_ENABLED: String(settings.SMS_ENABLED),
    ALERT_COOLDOWN_MINUTES: String(settings.ALERT_COOLDOWN_MINUTES),
    DEFAULT_THRESHOLD_MINUTES: String(settings.DEFAULT_THRESHOLD_MINUTES),
    PASS_HOURS: String(settings.PASS_HOURS),
  }
}

export function toSandboxEnvironment(
  settings: LocalSettings,
  secrets: Secrets,
  { ports }: Pick<Addresses, 'ports'>,
  dataDir: string,
): Environment {
  return {
    HOST: '127.0.0.1',
    PORT: String(ports.sandbox),
    DATA_DIR: dataDir,
    SANDBOX_SEED: settings.SANDBOX_SEED,
    POSTMARK_SERVER_TOKEN: secrets.postmarkServerToken,
    POSTMARK_WEBHOOK_URL: `${loopback(ports.notifier)}/webhooks/postmark`,
    POSTMARK_WEBHOOK_USERNAME: POSTMARK_WEBHOOK_USER,
    POSTMARK_WEBHOOK_PASSWORD: secrets.postmarkWebhookPassword,
  }
}

const loopback = (port: number) => `http://127.0.0.1:${port}`

const prices = (settings: LocalSettings): Environment => ({
  SMS_DAY_CENTS: String(settings.SMS_DAY_CENTS),
  EMAIL_DAY_CENTS: String(settings.EMAIL_DAY_CENTS),
  UNLIMITED_MONTH_CENTS: String(settings.UNLIMITED_MONTH_CENTS),
})
