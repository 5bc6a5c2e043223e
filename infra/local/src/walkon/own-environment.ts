import { perService, schemaOf } from '@walkon/contracts/services'
import { readDatabaseUrls } from '../database-urls.ts'
import { toEnvironments, type Environments } from '../environments.ts'
import { toPublicUrl } from '../public-url.ts'
import { readOrMakeSecrets } from '../secrets.ts'
import { EVENT_LOG_SCHEMA } from '../services.ts'
import { readLocalSettings, type LocalSettings } from '../settings.ts'
import { SAMPLE_ADDRESSES, SAMPLE_SECRETS } from '../unconnected-services.ts'
import type { EnvironmentOf } from './front.ts'
import { withServerOf } from './with-database.ts'

/** Returns the environments of the services for a command beside a run. Their addresses are samples, since the run chose its ports. */
export async function readEnvironments(
  settings: LocalSettings,
  databaseUrls = SAMPLE_ADDRESSES.databaseUrls,
): Promise<Environments['services']> {
  const hasData = (await readDatabaseUrls(settings.DATA_DIR)) !== null
  const secrets = hasData ? await readOrMakeSecrets(settings.DATA_DIR) : SAMPLE_SECRETS
  const publicUrl = settings.real?.PUBLIC_URL ?? toPublicUrl(settings.HOST, settings.PORT)
  return toEnvironments(settings, secrets, { ...SAMPLE_ADDRESSES, databaseUrls, publicUrl }).services
}

/** The environment of a service for a command, with the database of the run that is up, or else of a server for this work alone. */
export async function withOwnEnvironment<Result>(
  work: (environmentOf: EnvironmentOf) => Promise<Result>,
): Promise<Result> {
  const settings = readLocalSettings(process.env)
  return withServerOf(settings.DATA_DIR, async (serverUrl) => {
    const urls = (await readDatabaseUrls(settings.DATA_DIR)) ?? {}
    const urlOf = (schema: string) => atServer(urls[schema] ?? '', serverUrl)
    const services = await readEnvironments(
      settings,
      perService((name) => urlOf(schemaOf(name))),
    )
    return work((service) => ({ ...services[service], EVENT_LOG_URL: urlOf(EVENT_LOG_SCHEMA) }))
  })
}

/** A role's connection string at the server that runs now: its port is another one at each start. */
function atServer(url: string, serverUrl: string): string {
  const { hostname, port } = new URL(serverUrl)
  return Object.assign(new URL(url), { hostname, port }).href
}
