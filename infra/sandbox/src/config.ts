import { z } from 'zod'

/** The sandbox's settings as a process of its own. */
const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(4900),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data/sandbox'),
  PUBLIC_URL: z.url().optional(),
  OWN_HOSTS: z
    .string()
    .default('')
    .transform((hosts) => hosts.split(',').filter((host) => host !== '')),
  SANDBOX_SEED: z.string().default('walkon'),
  ALWAYS_OPEN: z.stringbool().default(true),
  FEED_REQUESTS_PER_MINUTE: z.coerce.number().int().min(0).default(300),
  POSTMARK_SEARCH_LAG_SECONDS: z.coerce.number().min(0).default(5),
  POSTMARK_FAULT_LAG_SECONDS: z.coerce.number().min(0).optional(),
  POSTMARK_SERVER_TOKEN: z.string().default('sandbox-postmark-token'),
  POSTMARK_WEBHOOK_URL: z.url().optional(),
  POSTMARK_WEBHOOK_USERNAME: z.string().default('postmark'),
  POSTMARK_WEBHOOK_PASSWORD: z.string().default('sandbox'),
  STRIPE_SECRET_KEY: z.string().default('sk_test_sandbox'),
  STRIPE_WEBHOOK_URL: z.url().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().default('whsec_sandbox'),
  TWILIO_ACCOUNT_SID: z.string().default('ACsandbox'),
  TWILIO_AUTH_TOKEN: z.string().default('sandbox-twilio-token'),
  TWILIO_NUMBER: z.e164().default('+18885550100'),
  TWILIO_MESSAGING_SERVICE_SID: z.string().default('MGsandbox'),
  TWILIO_WEBHOOK_URL: z.url().optional(),
  PRODUCT_URL: z.url({ protocol: /^https?$/ }).optional(),
  DUFFEL_ACCESS_TOKEN: z.string().default('duffel_test_sandbox'),
  RESTAURANTS_API_KEY: z.string().default('sandbox-restaurants-key'),
  PUSH_PRODUCT_URL: z.url().optional(),
  /** `walkon` switches Twilio's own handling of STOP, START and HELP off. */
  TEXT_KEYWORDS_BY: z.enum(['twilio', 'walkon']).default('twilio'),
})

export function readConfig(env: Record<string, string | undefined>) {
  const values = environment.parse(env)
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    publicUrl: values.PUBLIC_URL,
    ownHosts: values.OWN_HOSTS,
    seed: values.SANDBOX_SEED,
    alwaysOpen: values.ALWAYS_OPEN,
    feedRequestsPerMinute: values.FEED_REQUESTS_PER_MINUTE,
    postmarkSearchLagSeconds: values.POSTMARK_SEARCH_LAG_SECONDS,
    postmarkFaultLagSeconds: values.POSTMARK_FAULT_LAG_SECONDS,
    postmarkServerToken: values.POSTMARK_SERVER_TOKEN,
    postmarkWebhook: values.POSTMARK_WEBHOOK_URL
      ? {
          url: values.POSTMARK_WEBHOOK_URL,
          username: values.POSTMARK_WEBHOOK_USERNAME,
          password: values.POSTMARK_WEBHOOK_PASSWORD,
        }
      : undefined,
    stripeSecretKey: values.STRIPE_SECRET_KEY,
    stripeWebhook: values.STRIPE_WEBHOOK_URL
      ? { url: values.STRIPE_WEBHOOK_URL, secret: values.STRIPE_WEBHOOK_SECRET }
      : undefined,
    twilio: {
      accountSid: values.TWILIO_ACCOUNT_SID,
      authToken: values.TWILIO_AUTH_TOKEN,
      sender: {
        number: values.TWILIO_NUMBER,
        messagingServiceSid: values.TWILIO_MESSAGING_SERVICE_SID,
      },
      handlesKeywords: values.TEXT_KEYWORDS_BY === 'twilio',
    },
    twilioWebhookUrl: values.TWILIO_WEBHOOK_URL,
    productUrl: values.PRODUCT_URL,
    duffelAccessToken: values.DUFFEL_ACCESS_TOKEN,
    restaurantsApiKey: values.RESTAURANTS_API_KEY,
    pushProductUrl: values.PUSH_PRODUCT_URL,
  }
}
