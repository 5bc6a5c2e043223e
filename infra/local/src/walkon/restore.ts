import { makeSchema } from '@walkon/messaging/postgres-log-schema'
import { startPostgresServer, type PostgresServer } from '@walkon/postgres/server'
import { applyMigrations } from '@walkon/service/postgres'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { DATABASE, prepareDatabase } from '../database.ts'
import { writeDatabaseUrls } from '../database-urls.ts'
import { readOrMakeSecrets } from '../secrets.ts'
import { EVENT_LOG_SCHEMA, SCHEMAS, services } from '../services.ts'
import { CannotStart, takeDataFolder } from '../single-start.ts'
import { readBackupFile, type BackedUpTable, type BackupHeader } from './backup-file.ts'
import { emptyTables, listTables, setSequence, writeRows } from './database-copy.ts'
import { withSuperuser } from './with-database.ts'

/** Makes the data folder of a backup. It has to be empty, and stays so where the backup cannot be restored. */
export async function restore(dataDir: string, file: string): Promise<void> {
  const release = await takeDataFolder(dataDir)
  try {
    await requireEmpty(dataDir)
    await requireWhole(file)
    try {
      await restoreInto(dataDir, file)
    } catch (error) {
      for (const name of await listContents(dataDir))
        await rm(join(dataDir, name), { recursive: true, force: true })
      throw error
    }
  } finally {
    await release()
  }
}

const OWN_MARK = 'walkon.pid'
const listContents = async (dataDir: string) => (await readdir(dataDir)).filter((name) => name !== OWN_MARK)

async function requireEmpty(dataDir: string): Promise<void> {
  if ((await listContents(dataDir)).length > 0)
    throw new CannotStart(
      `${dataDir} is not empty, and a backup is restored into an empty folder alone.\n` +
        'Move it away, or name another: DATA_DIR=.data-restored',
    )
}

/** Reads it to its end before anything is made. */
export const requireWhole = (file: string): Promise<void> =>
  readBackupFile(file, {
    onHeader: async () => {},
    onCopy: async (_table, rows) => {
      const left = rows[Symbol.asyncIterator]()
      while (!(await left.next()).done);
    },
    onSequence: async () => {},
  })

async function restoreInto(dataDir: string, file: string): Promise<void> {
  let server: PostgresServer | undefined
  let sql: Sql | undefined
  let failure: { error: unknown } | undefined
  const opened = () => {
    if (!sql) throw new Error('The backup has no header')
    return sql
  }
  try {
    await readBackupFile(file, {
      onHeader: async (header) => {
        await writeFile(join(dataDir, 'secrets.json'), JSON.stringify(header.secrets, null, 2), {
          mode: 0o600,
        })
        const { databasePassword: password } = await readOrMakeSecrets(dataDir)
        server = await startPostgresServer({ folder: join(dataDir, 'postgres'), password })
        await writeDatabaseUrls(dataDir, await makeTables(server.url, password, header))
        const url = Object.assign(new URL(server.url), { pathname: DATABASE }).href
        sql = postgres(url, { max: 2, onnotice: () => {} })
        await emptyTables(sql, SCHEMAS)
      },
      onCopy: async (table, rows) => writeRows(opened(), await requireTable(opened(), table), rows),
      onSequence: (sequence) => setSequence(opened(), sequence),
    })
    await writeFile(join(dataDir, 'mode'), 'real\n', { mode: 0o600 })
  } catch (error) {
    failure = { error }
  }
  await sql?.end({ timeout: 5 })
  await server?.stop()
  if (!failure) return
  // Root's server may keep its files elsewhere.
  if (server) await rm(server.folder, { recursive: true, force: true })
  throw failure.error
}

/** The tables as the backup knew them: an older release's are brought up to date by the next start, after the rows are there. */
async function makeTables(serverUrl: string, password: string, { version, migrations }: BackupHeader) {
  const urls = await prepareDatabase(serverUrl, password, SCHEMAS)
  for (const { schema, migrationsFolder } of services) {
    const only = new Set(migrations[schema])
    await applyMigrations(urls[schema] ?? '', schema, migrationsFolder, { only })
    const known = await withSuperuser(
      serverUrl,
      DATABASE,
      (sql) => sql`select from ${sql(schema)}.schema_migrations`,
    )
    if (known.length < only.size)
      throw new CannotStart(
        `The backup is of a newer release (${version}) than this one. Restore it with that release.`,
      )
  }
  await withSuperuser(urls[EVENT_LOG_SCHEMA] ?? '', DATABASE, makeSchema)
  return urls
}

async function requireTable(sql: Sql, table: BackedUpTable): Promise<BackedUpTable> {
  const known = await sql.begin((tx) => listTables(tx, [table.schema]))
  if (!known.some((one) => one.table === table.table))
    throw new CannotStart(
      `This release has no table ${table.schema}.${table.table}. Restore the backup with the release that made it.`,
    )
  return table
}
