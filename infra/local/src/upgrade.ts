import { countMissingMigrations } from '@walkon/service/postgres'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { DATABASE } from './database.ts'
import { services } from './services.ts'
import { CannotStart } from './single-start.ts'
import { writeBackup } from './walkon/backup.ts'
import { withSuperuser } from './walkon/with-database.ts'

/** The database as it was before an upgrade, while the upgrade is under way. */
const BEFORE = `${DATABASE}_before`
const KEPT_BACKUPS = 3

export type Upgrade = {
  /** The PostgreSQL server, as its superuser. */
  serverUrl: string
  dataDir: string
  say: (line: string) => void
  /** The schemas with migrations; those of the services unless a test names others. */
  migrated?: readonly { schema: string; migrationsFolder: string }[]
}

/**
 * Runs a start's migrations so that a failed upgrade leaves the data as it was. A backup goes to `backups`, for an operator who wants the
 * earlier release back, and a copy of the database stays until all schemas are migrated. A start that was killed meanwhile begins with the
 * copy.
 */
export async function upgrading<Result>(upgrade: Upgrade, migrate: () => Promise<Result>): Promise<Result> {
  const { serverUrl, say } = upgrade
  if (await exists(serverUrl, BEFORE)) await putBack(serverUrl)
  if (!(await isNeeded(upgrade))) return migrate()
  say('Backing up before the upgrade …')
  const file = await backUpBefore(upgrade)
  await onServer(serverUrl, (sql) => sql.unsafe(`create database ${BEFORE} template ${DATABASE}`))
  try {
    const result = await migrate()
    await onServer(serverUrl, (sql) => sql.unsafe(`drop database ${BEFORE} with (force)`))
    return result
  } catch (error) {
    await putBack(serverUrl)
    const cause = error instanceof Error ? error.message : String(error)
    throw new CannotStart(
      `The upgrade failed, and the data is as it was: ${cause}\n` +
        `Start the release that ran before. A backup is in ${file}.`,
      { cause: error },
    )
  }
}

async function isNeeded({ serverUrl, migrated = services }: Upgrade): Promise<boolean> {
  if (!(await exists(serverUrl, DATABASE))) return false
  const [applied, missing] = [[] as string[], [] as string[]]
  for (const { schema, migrationsFolder } of migrated) {
    await withSuperuser(serverUrl, DATABASE, async (sql) => {
      const [table] = await sql`select to_regclass(${`${schema}.schema_migrations`}) is not null as exists`
      if (table?.['exists']) applied.push(schema)
    })
    if ((await countMissing(serverUrl, schema, migrationsFolder)) > 0) missing.push(schema)
  }
  // A first start that was killed has nothing to keep.
  return applied.length > 0 && missing.length > 0
}

async function countMissing(serverUrl: string, schema: string, migrationsFolder: string): Promise<number> {
  const url = Object.assign(new URL(serverUrl), { pathname: DATABASE }).href
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { search_path: schema } })
  return countMissingMigrations(sql, migrationsFolder).finally(() => sql.end())
}

async function backUpBefore({ serverUrl, dataDir, migrated = services }: Upgrade): Promise<string> {
  const folder = join(dataDir, 'backups')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // To the millisecond: a start that fails is soon followed by another one.
  const file = join(folder, `${new Date().toISOString().slice(0, 23).replaceAll(':', '')}.walkon`)
  const schemas = migrated === services ? undefined : migrated.map(({ schema }) => schema)
  await withSuperuser(serverUrl, DATABASE, (sql) =>
    writeBackup(sql, { dataDir, file, ...(schemas && { schemas }) }),
  )
  const kept = (await readdir(folder)).filter((name) => name.endsWith('.walkon')).toSorted()
  for (const old of kept.slice(0, -KEPT_BACKUPS)) await rm(join(folder, old))
  return file
}

async function putBack(serverUrl: string): Promise<void> {
  await onServer(serverUrl, async (sql) => {
    await sql.unsafe(`drop database if exists ${DATABASE} with (force)`)
    await sql.unsafe(`alter database ${BEFORE} rename to ${DATABASE}`)
  })
}

const exists = (serverUrl: string, database: string): Promise<boolean> =>
  onServer(serverUrl, async (sql) => {
    const found = await sql`select from pg_database where datname = ${database}`
    return found.length > 0
  })

const onServer = <Result>(serverUrl: string, work: (sql: Sql) => Promise<Result>) =>
  withSuperuser(serverUrl, 'postgres', work)
