import { makeSchema } from '@walkon/messaging/postgres-log-schema'
import { startPostgresServer } from '@walkon/postgres/server'
import { applyMigrations } from '@walkon/service/postgres'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { prepareDatabase } from '../database.ts'
import { writeDatabaseUrls } from '../database-urls.ts'
import { readOrMakeSecrets } from '../secrets.ts'
import { EVENT_LOG_SCHEMA, SCHEMAS, services } from '../services.ts'

type WithRole = (schema: string, work: (sql: Sql) => Promise<unknown>) => Promise<void>

/** Makes a data folder as a stopped product leaves it, with what `fill` writes. */
export async function makeDataFolder(
  folder: string,
  fill: (withRole: WithRole) => Promise<void>,
): Promise<void> {
  await mkdir(folder)
  const { databasePassword: password } = await readOrMakeSecrets(folder)
  const server = await startPostgresServer({ folder: join(folder, 'postgres'), password, unsafeFast: true })
  const urls = await prepareDatabase(server.url, password, SCHEMAS)
  await writeDatabaseUrls(folder, urls)
  for (const { schema, migrationsFolder } of services)
    await applyMigrations(urls[schema] ?? '', schema, migrationsFolder)
  const withRole: WithRole = async (schema, work) => {
    const sql = postgres(urls[schema] ?? '', {
      max: 1,
      onnotice: () => {},
      connection: { search_path: schema },
    })
    await work(sql).finally(() => sql.end())
  }
  await withRole(EVENT_LOG_SCHEMA, makeSchema)
  await fill(withRole)
  await server.stop()
}
