import { perService, SERVICE_NAMES, type ServiceName } from '@walkon/contracts/services'
import type { ServiceParts } from '@walkon/runtime/service'
import { InvalidEnvironment } from '@walkon/service/config'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { connectPostgres } from '@walkon/service/postgres'
import { toEnvironments, type Addresses } from './environments.ts'
import type { Secrets } from './secrets.ts'
import { SERVICE_BY_NAME } from './services.ts'
import { readLocalSettings, type LocalSettings } from './settings.ts'

const KEY = Buffer.alloc(32).toString('base64url')

export const SAMPLE_SECRETS: Secrets = {
  databasePassword: 'x',
  tokenKeys: KEY,
  identityKeys: KEY,
  flightsKeys: KEY,
  plannerKeys: KEY,
  saleKeys: KEY,
  postmarkServerToken: 'x',
  postmarkWebhookPassword: 'x',
  twilioAuthToken: 'x',
  stripeSecretKey: 'sk_test_x',
  stripeWebhookSecret: 'whsec_x',
  duffelAccessToken: 'duffel_test_x',
  restaurantsApiKey: 'x',
}

/** They lead nowhere. */
export const SAMPLE_ADDRESSES: Addresses = {
  ports: { ...perService(() => 9), sandbox: 9 },
  operatorPorts: { ...perService(() => 9), gateway: 9 },
  databaseUrls: perService(() => 'postgres://unused@127.0.0.1:9/nowhere'),
  publicUrl: 'http://localhost:9',
}

/** Environments of a run that never starts: valid for every part. */
export const SAMPLE_ENVIRONMENTS = toEnvironments(readLocalSettings({}), SAMPLE_SECRETS, SAMPLE_ADDRESSES)

/** Throws `InvalidEnvironment` with what the services would refuse of these settings, before anything is started. */
export function checkEnvironments(settings: LocalSettings): void {
  const { services } = toEnvironments(settings, SAMPLE_SECRETS, SAMPLE_ADDRESSES)
  const faults = SERVICE_NAMES.flatMap((name) => {
    try {
      SERVICE_BY_NAME[name].configure(services[name])
      return []
    } catch (error) {
      if (!(error instanceof InvalidEnvironment)) throw error
      return error.faults
    }
  })
  if (faults.length > 0) throw new InvalidEnvironment([...new Set(faults)])
}

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
