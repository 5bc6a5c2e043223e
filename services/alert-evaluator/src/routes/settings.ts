import { alertSettings } from '@walkon/contracts/http/alert-settings'
import type { HttpApp } from '@walkon/service/http'
import type { Settings } from '../config.ts'

/** `GET /settings`: threshold and cooldown, for pages that explain them. The same for every visitor. */
export async function settingsRoutes(app: HttpApp, { settings }: { settings: Settings }): Promise<void> {
  const answer = {
    defaultThresholdMinutes: settings.DEFAULT_THRESHOLD_MINUTES,
    alertCooldownMinutes: settings.ALERT_COOLDOWN_MINUTES,
  }
  app.get(
    '/settings',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Read the settings that all alerts share',
        operationId: 'readSettings',
        tags: ['alert-settings'],
        success: 'The default threshold and the cooldown, in minutes.',
        response: { 200: alertSettings },
      },
    },
    async (_request, reply) => reply.header('cache-control', 'public, max-age=60').send(answer),
  )
}
