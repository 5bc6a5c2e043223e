import { seedPromoCodes } from '@walkon/billing/use-cases/promo-codes/seed-promo-codes'
import { perService, schemaOf, SERVICE_NAMES, type ServiceName } from '@walkon/contracts/services'
import { freePort } from '@walkon/postgres/server'
import { applyMigrations, connectPostgres } from '@walkon/service/postgres'
import { writeDatabaseUrls, type DatabaseUrls } from './database-urls.ts'
import { prepareDatabase } from './database.ts'
import { toEnvironments, type Addresses, type Environments } from './environments.ts'
import { toPublicUrl } from './public-url.ts'
import type { Secrets } from './secrets.ts'
import { services } from './services.ts'
import type { LocalSettings } from './settings.ts'

export type RunOptions = {
  settings: LocalSettings
  secrets: Secrets
  /** A PostgreSQL superuser's connection string; roles and schemas are made with it. */
  databaseUrl: string
  /** Schemas beside those of the services. */
  otherSchemas?: string[]
}

export type PreparedRun = {
  /** Where the web app is. */
  publicUrl: string
  ports: Addresses['ports']
  operatorPorts: Addresses['operatorPorts']
  /** The connection string of each schema's role. */
  databaseUrls: DatabaseUrls
  environments: Environments
}

/** Prepares both ways of running for their first part: roles, schemas, tables, promo codes, ports and environments. */
export async function prepareRun({
  settings,
  secrets,
  databaseUrl,
  otherSchemas = [],
}: RunOptions): Promise<PreparedRun> {
  const databaseUrls = await prepareDatabase(databaseUrl, secrets.databasePassword, [
    ...otherSchemas,
    ...services.map(({ schema }) => schema),
  ])
  await writeDatabaseUrls(settings.DATA_DIR, databaseUrls)
  const urlOf = (name: ServiceName) => databaseUrls[schemaOf(name)] ?? ''
  for (const { name, schema, migrationsFolder } of services) {
    await applyMigrations(urlOf(name), schema, migrationsFolder)
  }
  if (!settings.real) await seed(urlOf('billing'))

  const publicUrl = settings.real?.PUBLIC_URL ?? toPublicUrl(settings.HOST, settings.PORT)
  const ports = await freePorts([...SERVICE_NAMES, 'sandbox'])
  const operatorPorts = await freePorts([...SERVICE_NAMES, 'gateway'])
  const addresses = { ports, operatorPorts, databaseUrls: perService(urlOf), publicUrl }
  const environments = toEnvironments(settings, secrets, addresses)
  return { publicUrl, ports, operatorPorts, databaseUrls, environments }
}

async function freePorts<Name extends string>(names: Name[]): Promise<Record<Name, number>> {
  const ports: Partial<Record<Name, number>> = {}
  for (const name of names) ports[name] = await freePort()
  return ports as Record<Name, number>
}

async function seed(url: string): Promise<void> {
  const { db, close } = connectPostgres({
    url,
    schema: schemaOf('billing'),
    poolSize: 1,
    applicationName: 'seed',
  })
  await seedPromoCodes(db).finally(close)
}
