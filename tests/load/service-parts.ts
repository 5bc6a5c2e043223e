import type { EventLog } from '@walkon/messaging/event-log'
import { createRunningParts } from '@walkon/runtime/running-parts'
import type { ConfiguredService } from '@walkon/runtime/service'
import type { Cache } from '@walkon/service/cache'
import type { Part } from '@walkon/service/lifecycle'
import type { Log } from '@walkon/service/log'
import type { Metrics } from '@walkon/service/metrics'
import { connectPostgres } from '@walkon/service/postgres'
import { randomBytes } from 'node:crypto'

/** A service as a benchmark runs it. */

export const TWILIO_ACCOUNT = {
  accountSid: 'AC1',
  authToken: 'token',
  sender: { number: '+18885550100', messagingServiceSid: 'MG1' },
}

export const toEnvironment = (databaseUrl: string, postmarkUrl: string, postmarkToken: string) => ({
  HOST: '127.0.0.1',
  PORT: '0',
  OPERATOR_HOST: '127.0.0.1',
  OPERATOR_PORT: '0',
  DATABASE_URL: databaseUrl,
  TOKEN_KEYS: randomBytes(32).toString('base64url'),
  PUBLIC_URL: 'http://localhost:8080',
  AUTH_ISSUER: 'http://localhost:8080/auth/v1',
  MAIL_FROM: 'Walkon <alerts@walkon.example>',
  POSTAL_ADDRESS: 'Walkon, 100 Example Street, Orlando, FL 32801',
  POSTMARK_API_URL: postmarkUrl,
  POSTMARK_SERVER_TOKEN: postmarkToken,
  POSTMARK_WEBHOOK_USER: 'postmark',
  SMS_ENABLED: 'true',
  TWILIO_ACCOUNT_SID: TWILIO_ACCOUNT.accountSid,
  TWILIO_AUTH_TOKEN: TWILIO_ACCOUNT.authToken,
  TWILIO_MESSAGING_SERVICE_SID: TWILIO_ACCOUNT.sender.messagingServiceSid,
  POSTMARK_WEBHOOK_PASSWORD: 'bench',
})

/** A service on connections of its own. */
export function servicePartsOf(
  service: ConfiguredService,
  shared: { eventLog: EventLog; cache: Cache; log: Log; metrics: Metrics },
): Part[] {
  const postgres = connectPostgres({
    url: service.settings.DATABASE_URL,
    schema: service.schema,
    poolSize: 10,
    applicationName: service.name,
  })
  const running = createRunningParts(service, {
    ...shared,
    db: postgres.db,
    now: () => new Date(),
    onFatal: (error) => {
      throw error
    },
  })
  return [{ name: 'database', stop: postgres.close }, ...running.parts]
}
