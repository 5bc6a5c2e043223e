import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
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

/**
 * Brings the schema up to date; safe to run from several processes at once: replicas that start together take turns. Made from drizzle's files but without its
 * migrator, which begins with `create schema` and so needs a right on the whole database that no service should have.
 */
export async function applyMigrations(url: string, schema: string, migrationsFolder: string): Promise<void> {
  const { db, close } = connectPostgres({ url, schema, poolSize: 1, applicationName: `${schema}-migrate` })
  const sql = db.$client
  try {
    await sql`select pg_advisory_lock(${ADVISORY_LOCKS.migrations})`
    const present = await sql`select 1 from pg_namespace where nspname = ${schema}`
    if (present.length === 0) await sql`create schema ${sql(schema)}`
    await sql`
      create table if not exists schema_migrations (
        hash text primary key, applied_at timestamptz not null default now())`
    const applied = await sql<{ hash: string }[]>`select hash from schema_migrations`
    const known = new Set(applied.map(({ hash }) => hash))
    for (const migration of readMigrationFiles({ migrationsFolder })) {
      if (known.has(migration.hash)) continue
      await sql.begin(async (tx) => {
        for (const statement of migration.sql) await tx.unsafe(statement)
        await tx`insert into schema_migrations (hash) values (${migration.hash})`
      })
    }
  } finally {
    await close()
  }
}
