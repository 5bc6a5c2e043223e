import { ADVISORY_LOCKS } from '@walkon/service/advisory-locks'
import { applyMigrations, connectPostgres } from '@walkon/service/postgres'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server on which tests create databases. */
    databaseUrl: string
  }
}

export type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>

/**
 * A database for one test file, migrated as in production; `drop` deletes it. It is copied from a template that is migrated
 * once for each set of migrations, because a copy takes a tenth of the time. Another search path has a test put functions of its own before
 * PostgreSQL's.
 */
export async function createTestDatabase(schema: string, migrationsFolder: string, searchPath = schema) {
  const serverUrl = inject('databaseUrl')
  const template = await migratedTemplate(serverUrl, schema, migrationsFolder)
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(
    serverUrl,
    (sql) => sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`,
  )

  const url = databaseUrl(serverUrl, name)
  const { db, close } = connectPostgres({ url, schema: searchPath, poolSize: 5, applicationName: 'test' })
  return {
    db,
    url,
    drop: async () => {
      await close()
      await onServer(serverUrl, (sql) => sql`drop database ${sql(name)} with (force)`)
    },
  }
}

/** The name is a hash of the migrations, so a changed migration makes another template. */
async function migratedTemplate(
  serverUrl: string,
  schema: string,
  migrationsFolder: string,
): Promise<string> {
  const hash = createHash('sha256').update(schema)
  for (const file of readdirSync(migrationsFolder)
    .filter((entry) => entry.endsWith('.sql'))
    .toSorted()) {
    hash.update(readFileSync(join(migrationsFolder, file)))
  }
  const name = `template_${hash.digest('hex').slice(0, 16)}`

  await onServer(serverUrl, async (sql) => {
    await sql`select pg_advisory_lock(${ADVISORY_LOCKS.testTemplates})`
    const existing = await sql`select 1 from pg_database where datname = ${name} and datistemplate`
    if (existing.length > 0) return
    await sql`drop database if exists ${sql(name)}`
    await sql`create database ${sql(name)}`
    await applyMigrations(databaseUrl(serverUrl, name), schema, migrationsFolder)
    await sql`alter database ${sql(name)} is_template true`
  })
  return name
}

export const databaseUrl = (serverUrl: string, name: string) =>
  Object.assign(new URL(serverUrl), { pathname: name }).href

async function onServer<Result>(
  serverUrl: string,
  work: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}
