import type { ServiceDeps } from '@walkon/runtime/service'
import { WOKEN, type Job } from '@walkon/service/jobs'
import { Counter } from 'prom-client'
import type { NotifierSettings } from '../config.ts'
import { WEBHOOKS_CHANNEL } from '../db/webhooks/webhook-messages.ts'
import { callWebhooks as callDue } from '../use-cases/webhooks/call-webhooks.ts'
import type { WebhookSecrets } from '../use-cases/webhooks/webhook-secrets.ts'

type Deps = Pick<ServiceDeps, 'db' | 'log' | 'metrics' | 'now'> & { settings: NotifierSettings }

/** Posts alerts to the web addresses of accounts. */
export function callWebhooks({ db, log, metrics, now, settings }: Deps, secrets: WebhookSecrets): Job {
  const calls = new Counter({
    name: 'webhook_calls_total',
    help: 'Webhooks that were posted, by whether the receiver took them',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  const options = {
    testOrigins: settings.WEBHOOK_TEST_ORIGINS,
    timeoutSeconds: settings.PROVIDER_TIMEOUT_SECONDS,
  }
  return {
    name: 'call-webhooks',
    ...WOKEN,
    wakeOn: WEBHOOKS_CHANNEL,
    run: () => callDue({ db, secrets, log, now, ...options, count: (outcome) => calls.inc({ outcome }) }),
  }
}
