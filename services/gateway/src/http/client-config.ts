import { clientConfig } from '@walkon/contracts/http/config'
import type { FastifyInstance } from 'fastify'
import type { GatewaySettings } from '../config.ts'

/** `GET /api/config`: what the web app must know before it draws. */
export async function clientConfigRoute(app: FastifyInstance, { settings }: { settings: GatewaySettings }) {
  const config = clientConfig.parse({
    version: settings.BUILD_VERSION,
    homeFigures: settings.HOME_FIGURES,
    inboxUrl: settings.SANDBOX_URL ? '/sandbox/inbox' : null,
    sandboxDeviceUrl: settings.SANDBOX_URL ? '/sandbox/devices' : null,
    demoCode: settings.DEMO_PROMO_CODE ?? null,
    supportEmail: settings.SUPPORT_EMAIL,
  })
  app.get('/api/config', async (_request, reply) => reply.header('cache-control', 'no-cache').send(config))
}
