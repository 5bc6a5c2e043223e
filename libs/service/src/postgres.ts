import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/postgres-js'
import { setTimeout as after } from 'node:timers/promises'
import postgres, { type Sql, type TransactionSql } from 'postgres'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import type { Database } from './database.ts'
import { withWakeUps } from './wake-ups.ts'

/** Seconds before the n-th try to connect; the driver's own waits grow to 20. */
export const reconnectSeconds = (tries: number): number => Math.min(0.1 * 2 ** tries, MOST_WAIT_SECONDS)
const MOST_WAIT_SECONDS = 2

/** How every client of ours connects. */
const CONNECTING = { connect_timeout: 5, backoff: reconnectSeconds, onnotice: () => {} }

export type PostgresOptions = {
  url: string
  /** Tables are found and made in this schema; each service has its own. */
  schema: string
  poolSize: number
  applicationName: string
}

/**
 * Opens nothing until the first query, and opens again by itself after the server was away. Just-in-time compilation is off: its
 * cost follows the planner's estimate, and at a million watches each poll's match took 60 times as long with it.
 */
export function connectPostgres({ url, schema, poolSize, applicationName }: PostgresOptions) {
  const client = postgres(url, {
    ...CONNECTING,
    max: poolSize,
    max_lifetime: 60 * 60,
    connection: {
      application_name: applicationName,
      search_path: schema,
      jit: 'off',
      statement_timeout: 30_000,
      lock_timeout: 10_000,
      idle_in_transaction_session_timeout: 60_000,
    },
  })
  const db = withWakeUps(drizzle(client, { casing: 'snake_case' }))
  return { db, close: () => client.end({ timeout: 5 }) }
}

/**
 * One more connection to the database of `db`, outside its pool: a pool whose connections are all busy does not hold its queries
 * back. Opened by the first query, closed after a minute without one.
 */
export function connectBesidePool(db: Database): Sql {
  return postgres({ ...db.$client.options, max: 1, idle_timeout: 60 } as never)
}

/**
 * Checks that the session that listens for notifications is on a server that takes writes: its statement changes no row. A session on a
 * server demoted by a failover gets no notifications any more. There the check rejects, and the client closes the session and listens on
 * the new primary.
 */
export async function checkListener(db: Database): Promise<void> {
  const { sql: listening } = db.$client.listen as { sql?: Sql }
  await listening?.unsafe('delete from schema_migrations where false')
}

/** How long a migration waits for a table that a running service holds, before it fails and changes nothing. */
const MIGRATION_LOCK_TIMEOUT_MS = 60_000
const TRY_A_TURN_EVERY_MS = 250

type MigrationOptions = {
  lockTimeoutMs?: number
  /** The hashes of the migrations to apply, for a schema of an earlier release; all unless given. */
  only?: ReadonlySet<string> | undefined
}

/**
 * Brings the schema up to date; safe to run from several processes at once: replicas that start together take turns. Made from drizzle's
 * files but without its migrator. That begins with `create schema` and so needs a right on the whole database that no service should have.
 * A statement may take as long as it needs, and a turn as long as the one before lasts. A lock on a table is waited for `lockTimeoutMs` at
 * most, because all queries of that table queue behind a waiting migration. A migration is one transaction, but for those whose statements
 * are all `… index concurrently …`: PostgreSQL refuses these in a transaction. Where one of them fails, its index stays as an invalid one,
 * which the next try drops first.
 */
export async function applyMigrations(
  url: string,
  schema: string,
  migrationsFolder: string,
  { lockTimeoutMs = MIGRATION_LOCK_TIMEOUT_MS, only }: MigrationOptions = {},
): Promise<void> {
  const sql = postgres(url, {
    ...CONNECTING,
    max: 1,
    // The advisory lock ends with its connection, which must not be replaced meanwhile.
    max_lifetime: null,
    connection: { application_name: `${schema}-migrate`, search_path: schema },
  })
  try {
    // The driver passes over a setting of 0 at the connection's start.
    await sql`select set_config('statement_timeout', '0', false),
      set_config('lock_timeout', ${String(lockTimeoutMs)}, false)`
    await takeTurn(sql)
    const present = await sql`select 1 from pg_namespace where nspname = ${schema}`
    if (present.length === 0) await sql`create schema ${sql(schema)}`
    await sql`
      create table if not exists schema_migrations (
        hash text primary key, applied_at timestamptz not null default now())`
    const known = new Set(await listAppliedMigrations(sql))
    for (const migration of readMigrationFiles({ migrationsFolder })) {
      if (known.has(migration.hash) || only?.has(migration.hash) === false) continue
      if (migration.sql.every(isConcurrent)) await applyConcurrently(sql, schema, migration)
      else await sql.begin((tx) => applyStatements(tx, migration))
    }
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/**
 * One process migrates at a time. It tries instead of waiting within a statement, whose snapshot an index that is built
 * concurrently would wait for: a deadlock.
 */
async function takeTurn(sql: Sql): Promise<void> {
  const isTaken = async () => {
    const [turn] = await sql`select pg_try_advisory_lock(${ADVISORY_LOCKS.migrations}) as taken`
    return turn?.['taken'] === true
  }
  while (!(await isTaken())) await after(TRY_A_TURN_EVERY_MS)
}

type Migration = { sql: string[]; hash: string }

async function applyStatements(sql: Sql | TransactionSql, migration: Migration): Promise<void> {
  for (const statement of migration.sql) await sql.unsafe(statement)
  await sql`insert into schema_migrations (hash) values (${migration.hash})`
}

const isConcurrent = (statement: string) =>
  /^\s*(create (unique )?index|drop index) concurrently\b/i.test(statement)

async function applyConcurrently(sql: Sql, schema: string, migration: Migration): Promise<void> {
  const invalid = await sql<{ name: string }[]>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid and c.relnamespace = ${schema}::regnamespace`
  for (const { name } of invalid) await sql`drop index concurrently if exists ${sql(name)}`
  await applyStatements(sql, migration)
}

async function listAppliedMigrations(sql: Sql): Promise<string[]> {
  const applied = await sql<{ hash: string }[]>`select hash from schema_migrations`
  return applied.map(({ hash }) => hash)
}

/** How many migrations of the folder the schema lacks. A schema of a newer release lacks none. */
export async function countMissingMigrations(sql: Sql, migrationsFolder: string): Promise<number> {
  const migrations = readMigrationFiles({ migrationsFolder })
  const [found] = await sql<
    { exists: boolean }[]
  >`select to_regclass('schema_migrations') is not null as exists`
  const applied = new Set(found?.exists ? await listAppliedMigrations(sql) : [])
  return migrations.filter(({ hash }) => !applied.has(hash)).length
}
