/** The waits of production, much faster. */
export const SETTINGS = {
  MAIL_FROM: 'Walkon <alerts@walkon.example>',
  POSTAL_ADDRESS: 'Walkon, 100 Example Street, Orlando, FL 32801',
  POSTMARK_SERVER_TOKEN: 'server-token',
  POSTMARK_WEBHOOK_USER: 'postmark',
  POSTMARK_WEBHOOK_PASSWORD: 'webhook-password',
  POSTMARK_API_URL: 'http://127.0.0.1:9',
  // A file of tests adds many to one address.
  NEW_DEVICES_PER_ADDRESS: '1000',
  SMS_ENABLED: 'true',
  TWILIO_API_URL: 'http://127.0.0.1:9',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'twilio-token',
  TWILIO_MESSAGING_SERVICE_SID: 'MG1',
  PROVIDER_TIMEOUT_SECONDS: '0.2',
  DELIVERY_LEASE_SECONDS: '0.6',
  LOOKUP_LEAST_WAIT_SECONDS: '0.1',
  LOOKUP_WAIT_SECONDS: '0.6',
  TEXT_RETRY_SECONDS: '0.1',
  RETRY_DELAY_SECONDS: '0.05',
  // The tests of a file share the cache, and often the address.
  TEXT_NUMBERS_PER_ADDRESS_DAY: '1000',
  PLAN_NUMBERS_PER_CLIENT_DAY: '1000',
  PORT: '0',
  HOST: '127.0.0.1',
}

/** Mails go by SMTP in place of Postmark. */
export const bySmtp = (url: string) => ({
  SMTP_URL: url,
  POSTMARK_SERVER_TOKEN: undefined,
  POSTMARK_WEBHOOK_USER: undefined,
  POSTMARK_WEBHOOK_PASSWORD: undefined,
})

/** For tests that do not wait for a call to time out, on a machine that may be busy. */
export const PATIENT = { PROVIDER_TIMEOUT_SECONDS: '10', DELIVERY_LEASE_SECONDS: '20' }

/** The message streams, by the default settings. */
export const STREAMS = {
  alerts: 'alerts',
  newsletter: 'broadcast',
  flights: 'flights',
  restaurants: 'restaurants',
  'lightning-lane': 'lightning-lane',
  letters: 'outbound',
} as const
