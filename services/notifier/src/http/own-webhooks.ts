import type { ServiceDeps } from '@walkon/runtime/service'
import type { HttpApp } from '@walkon/service/http'
import type { Job } from '@walkon/service/jobs'
import type { Part } from '@walkon/service/lifecycle'
import type { NotifierSettings } from '../config.ts'
import { webhookEndpointRoutes } from '../routes/webhook-endpoints.ts'
import { createWebhookSecrets, renewSecrets } from '../use-cases/webhooks/webhook-secrets.ts'
import { callWebhooks } from '../jobs/call-webhooks.ts'

/** The webhooks of accounts: their routes, the job that posts them, and the renewal of their secrets at a start. */
export type OwnWebhooks = { register: (app: HttpApp) => void; job: Job; part: Part }

export function createOwnWebhooks(deps: ServiceDeps & { settings: NotifierSettings }): OwnWebhooks {
  const { db, cache, now, settings } = deps
  const secrets = createWebhookSecrets(settings.TOKEN_KEYS)
  const options = { db, cache, now, secrets, testOrigins: settings.WEBHOOK_TEST_ORIGINS }
  return {
    register: (app) => void app.register(webhookEndpointRoutes, options),
    job: callWebhooks(deps, secrets),
    part: { name: 'webhook-secrets', start: () => renewSecrets(db, secrets), stop: async () => {} },
  }
}
