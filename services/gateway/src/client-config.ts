import { clientConfig } from '@walkon/contracts/http/config'
import type { FastifyInstance } from 'fastify'
import type { GatewaySettings } from './config.ts'

/** `GET /api/config`: what the web app must know before it draws. */
export async function clientConfigRoute(app: FastifyInstance, { settings }: { settings: GatewaySettings }) {
  const config = clientConfig.parse({
    smsEnabled: settings.SMS_ENABLED,
    homeFigures: settings.HOME_FIGURES,
    defaultThresholdMinutes: settings.DEFAULT_THRESHOLD_MINUTES,
    alertCooldownMinutes: settings.ALERT_COOLDOWN_MINUTES,
    passHours: settings.PASS_HOURS,
    prices: {
      currency: 'usd',
      smsDayCents: settings.SMS_DAY_CENTS,
      emailDayCents: settings.EMAIL_DAY_CENTS,
      unlimitedMonthCents: settings.UNLIMITED_MONTH_CENTS,
    },
    inboxUrl: settings.SANDBOX_URL ? '/sandbox/inbox' : null,
  })
  app.get('/api/config', async (_request, reply) => reply.header('cache-control', 'no-cache').send(config))
}
