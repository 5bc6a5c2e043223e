import { perService, SERVICE_NAMES, schemaOf, type ServiceName } from '@walkon/contracts/services'
import { grantReading, prepareRoles } from '@walkon/local/database'
import { loadSettings } from '@walkon/service/config'
import { settingsOrExit } from '@walkon/service/settings-or-exit'
import { z } from 'zod'

/**
 * The first step of a release: the database, with a schema and a role for each service, as the services' connection strings name them. Safe
 * to repeat; a password that was changed there is changed here. With ALERT_LIFE_DATABASE_URL also the role with which `npm run alert-life`
 * reads the tables of the services that tell something. It does not read identity's, which guard accounts.
 */

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ })

/** `PARK_DATA_DATABASE_URL` for park-data. */
const SETTINGS = perService((name) => `${schemaOf(name).toUpperCase()}_DATABASE_URL`)

/** The services whose tables hold the steps of messages. */
const TOLD_BY: ServiceName[] = ['alert-evaluator', 'billing', 'flights', 'notifier', 'planner', 'rankings']

const environment = z
  .object({
    /** Of a role that may create databases and roles. */
    ADMIN_DATABASE_URL: postgresUrl,
    ALERT_LIFE_DATABASE_URL: postgresUrl.optional(),
  })
  .and(z.record(z.enum(Object.values(SETTINGS)), postgresUrl))

const settings = settingsOrExit('prepare-database', () => loadSettings(environment, pickNamed(process.env)))

const credentials = (url: string) => {
  const { username, password, pathname } = new URL(url)
  return { role: username, password: decodeURIComponent(password), database: pathname.slice(1) }
}
const owners = SERVICE_NAMES.map((name) => ({
  ...credentials(String(settings[SETTINGS[name]])),
  schema: schemaOf(name),
}))
await prepareRoles(settings.ADMIN_DATABASE_URL, owners)
if (settings.ALERT_LIFE_DATABASE_URL) {
  await grantReading(settings.ADMIN_DATABASE_URL, {
    ...credentials(settings.ALERT_LIFE_DATABASE_URL),
    schemas: TOLD_BY.map(schemaOf),
  })
}

/** Variables that a strict record refuses are left out: the rest of the process's environment. */
function pickNamed(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = new Set(['ADMIN_DATABASE_URL', 'ALERT_LIFE_DATABASE_URL', ...Object.values(SETTINGS)])
  return Object.fromEntries(Object.entries(env).filter(([name]) => names.has(name)))
}
