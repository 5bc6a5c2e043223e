import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import type { Database } from './database.ts'

export type PostgresOptions = {
  url: string
  /** Tables are found and made in this schema; each service has its own. */
  schema: string
  poolSize: number
  applicationName: string
}

/** Opens nothing until the first query, and opens again by itself after the server was away. */
export function connectPostgres({ url, schema, poolSize, applicationName }: PostgresOptions) {
  const client = postgres(url, {
    max: poolSize,
    connect_timeout: 5,
    max_lifetime: 60 * 60,
    onnotice: () => {},
    connection: {
      application_name: applicationName,
      search_path: schema,
      statement_timeout: 30_000,
      lock_timeout: 10_000,
      idle_in_transaction_session_timeout: 60_000,
    },
  })
  const db: Database = drizzle(client, { casing: 'snake_case' })
  return { db, close: () => client.end({ timeout: 5 }) }
}

/** One lock for all migrations of a database, so that replicas that start together take turns. */
const MIGRATION_LOCK = 7_406_001

/** Brings the schema up to date; safe to run from several processes at once. */
export async function applyMigrations(url: string, schema: string, migrationsFolder: string): Promise<void> {
  const { db, close } = connectPostgres({ url, schema, poolSize: 1, applicationName: `${schema}-migrate` })
  try {
    await db.$client`select pg_advisory_lock(${MIGRATION_LOCK})`
    const [{ exists } = { exists: false }] = await db.$client<[{ exists: boolean }]>`
      select exists (select 1 from pg_namespace where nspname = ${schema})`
    if (!exists) await db.$client`create schema ${db.$client(schema)}`
    await migrate(db, { migrationsFolder, migrationsSchema: schema, migrationsTable: 'schema_migrations' })
  } finally {
    await close()
  }
}
