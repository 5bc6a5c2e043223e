import { alertSettings } from '@walkon/contracts/http/alerts'
import type { HttpApp } from '@walkon/service/http'
import type { Settings } from '../config.ts'

/** `GET /settings`: what the alert rule is, for pages that explain it. The same for every visitor. */
export async function settingsRoutes(app: HttpApp, { settings }: { settings: Settings }): Promise<void> {
  const answer = {
    defaultThresholdMinutes: settings.DEFAULT_THRESHOLD_MINUTES,
    alertCooldownMinutes: settings.ALERT_COOLDOWN_MINUTES,
  }
  app.get(
    '/settings',
    { config: { access: 'public' }, schema: { response: { 200: alertSettings } } },
    async (_request, reply) => reply.header('cache-control', 'public, max-age=60').send(answer),
  )
}
