import { perService, type ServiceName } from '@walkon/contracts/services'
import type { ServiceParts } from '@walkon/runtime/service'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { connectPostgres } from '@walkon/service/postgres'
import { toEnvironments } from './environments.ts'
import { SERVICE_BY_NAME } from './services.ts'
import { readLocalSettings } from './settings.ts'

const KEY = Buffer.alloc(32).toString('base64url')

/** Environments of a run that never starts: valid for every part, with addresses that lead nowhere. */
export const SAMPLE_ENVIRONMENTS = toEnvironments(
  readLocalSettings({}),
  {
    databasePassword: 'x',
    tokenKeys: KEY,
    identityKeys: KEY,
    postmarkServerToken: 'x',
    postmarkWebhookPassword: 'x',
    twilioAuthToken: 'x',
    stripeSecretKey: 'sk_test_x',
    stripeWebhookSecret: 'whsec_x',
    duffelAccessToken: 'duffel_test_x',
    restaurantsApiKey: 'x',
  },
  {
    ports: { ...perService(() => 9), sandbox: 9 },
    operatorPorts: { ...perService(() => 9), gateway: 9 },
    databaseUrls: perService(() => 'postgres://unused@127.0.0.1:9/nowhere'),
    publicUrl: 'http://localhost:9',
  },
)

/** A service's real routes, handlers and jobs, on connections that are never opened: for what describes or checks them. */
export function buildUnconnected(name: ServiceName, metrics = createMetrics(name)): ServiceParts {
  const configured = SERVICE_BY_NAME[name].configure(SAMPLE_ENVIRONMENTS.services[name])
  const { db } = connectPostgres({
    url: configured.settings.DATABASE_URL,
    schema: configured.schema,
    poolSize: 1,
    applicationName: name,
  })
  return configured.build({
    db,
    cache: createMemoryCache(),
    eventLog: { read: async () => {} },
    log: createLog({ service: name, level: 'silent' }),
    metrics,
    now: () => new Date(),
  })
}
