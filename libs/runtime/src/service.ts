import { signingKeyPublished } from '@walkon/contracts/events/identity'
import { schemaOf, SERVICES, type ServiceName } from '@walkon/contracts/services'
import type { LogReader } from '@walkon/messaging/event-log'
import type { Handler } from '@walkon/messaging/inbox'
import type { Cache } from '@walkon/service/cache'
import { loadSettings, type Environment, type storeSettings } from '@walkon/service/config'
import type { Database } from '@walkon/service/database'
import { createHttpApp, type HttpApp, type HttpOptions } from '@walkon/service/http'
import type { Job } from '@walkon/service/jobs'
import type { Part } from '@walkon/service/lifecycle'
import type { Log } from '@walkon/service/log'
import type { Metrics } from '@walkon/service/metrics'
import type { Tracer } from '@walkon/service/spans'
import type { z } from 'zod'
import { deadLetterDesk, type DeadLetterDeskOptions } from './dead-letter-desk.ts'
import { isErased } from './erased-users.ts'
import { forgetFormerHolders, projectRoles, standingRoles } from './role-holders.ts'
import { findSigningKey, projectSigningKeys } from './signing-keys.ts'
import { systemRoutes } from './system-report.ts'
import { warnOfUntrustedProxy } from './untrusted-proxy.ts'

export type StoreSettings = z.output<typeof storeSettings>

/** A service's definition, of which `defineService` makes a `Service`. */
export type ServiceDefinition<Settings extends StoreSettings> = {
  name: ServiceName
  settings: z.ZodType<Settings>
  migrationsFolder: string
  /** Opens nothing, so a test builds it as a process does. */
  build(deps: Deps<Settings>): ServiceParts
}

/** Dependencies of a service, in the local run, the deployed run and tests. */
export type Deps<Settings> = ServiceDeps & {
  settings: Settings
  /** The service's HTTP app: its name, logs, metrics and access tokens are those of its definition. */
  createApp(options?: AppOptions): HttpApp
}

export type ServiceDeps = {
  db: Database
  cache: Cache
  log: Log
  metrics: Metrics
  /** Left out where no collector is set. */
  tracer?: Tracer | undefined
  now: () => Date
}

/** The log is for the desk of dead letters alone: a service hears events by its handlers, and emits them in its use cases. */
export type BuildDeps = ServiceDeps & { eventLog: LogReader }

export type AppOptions = Pick<HttpOptions, 'openLink'> & {
  /** For identity alone: what access tokens are signed with, in PEM. */
  findPrivateKey?: () => Promise<string>
}

export type ServiceParts = {
  app: HttpApp
  handlers: Handler[]
  jobs: Job[]
  /** Other parts that run: started before the jobs, stopped after them. */
  parts?: Part[]
  /** The service's check of an admin in addition to the token, for the routes that every service has. */
  demandAdmin?: DeadLetterDeskOptions['demandAdmin']
}

/** A service, without the type of its settings. */
export type Service = {
  name: ServiceName
  schema: string
  migrationsFolder: string
  /** Throws with every wrong variable named; never with a value. */
  configure(env: Environment): ConfiguredService
}

export type ConfiguredService = {
  name: ServiceName
  schema: string
  settings: StoreSettings
  migrationsFolder: string
  build(deps: BuildDeps): ServiceParts
}

/** Every service projects the signing keys of access tokens and who has a role; identity, which publishes them, has them already. */
export function defineService<Settings extends StoreSettings>(
  definition: ServiceDefinition<Settings>,
): Service {
  const { name, migrationsFolder } = definition
  const schema = schemaOf(name)
  return {
    name,
    schema,
    migrationsFolder,
    configure(env) {
      const { port, operatorPort } = SERVICES[name]
      const settings = loadSettings(definition.settings, {
        PORT: String(port),
        OPERATOR_PORT: String(operatorPort),
        ...env,
      })
      return {
        name,
        schema,
        settings,
        migrationsFolder,
        build({ eventLog, ...deps }) {
          const createApp = (options: AppOptions = {}) => createServiceApp(name, settings, deps, options)
          const { handlers: own, demandAdmin, ...parts } = definition.build({ ...deps, settings, createApp })
          const handlers = isIdentity(name) ? own : [...own, projectSigningKeys(), projectRoles()]
          const { db, now } = deps
          parts.app.register(deadLetterDesk, {
            db,
            eventLog,
            consumer: name,
            handlers,
            now,
            ...(demandAdmin && { demandAdmin }),
          })
          const jobs = isIdentity(name) ? parts.jobs : [...parts.jobs, forgetFormerHolders({ db, now })]
          return { ...parts, handlers, jobs }
        },
      }
    },
  }
}

/** Identity has the records themselves of keys, accounts and roles. */
const isIdentity = (name: ServiceName): boolean => name === signingKeyPublished.publisher

function createServiceApp(
  name: ServiceName,
  { AUTH_ISSUER, TRUSTED_PROXIES }: StoreSettings,
  { db, log, metrics, tracer, now }: ServiceDeps,
  { openLink, findPrivateKey }: AppOptions,
): HttpApp {
  const app = createHttpApp({
    service: name,
    log,
    metrics,
    tracer,
    trustedProxies: TRUSTED_PROXIES,
    ...(openLink && { openLink }),
    accessTokens: {
      issuer: AUTH_ISSUER,
      findKey: findSigningKey(db, now),
      now,
      // Identity knows its sessions, and a service without personal data has nothing of the person.
      ...(SERVICES[name].keepsPersonalData &&
        !isIdentity(name) && { isErased: (userId: string) => isErased(db, userId) }),
      ...(!isIdentity(name) && { findRoles: standingRoles(db) }),
      ...(findPrivateKey && { findPrivateKey }),
    },
  })
  warnOfUntrustedProxy(app, log)
  app.register(systemRoutes, { metrics, now })
  return app
}
