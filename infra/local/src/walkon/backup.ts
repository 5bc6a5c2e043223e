import type { Sql } from 'postgres'
import { BUILD_VERSION } from '../environments.ts'
import { readOrMakeSecrets } from '../secrets.ts'
import { SCHEMAS } from '../services.ts'
import { toHeader, writeBackupFile } from './backup-file.ts'
import { listMigrations, listSequences, listTables, readRows } from './database-copy.ts'
import { withDatabaseOf } from './with-database.ts'

/** Backs up a data folder, while the product runs with it or not: every schema as it was at one instant, and the secrets. */
export const backUp = (dataDir: string, file: string): Promise<void> =>
  withDatabaseOf(dataDir, (sql) => writeBackup(sql, { dataDir, file }))

export async function writeBackup(
  sql: Sql,
  { dataDir, file, schemas = SCHEMAS }: { dataDir: string; file: string; schemas?: string[] },
): Promise<void> {
  const secrets = await readOrMakeSecrets(dataDir)
  await sql.begin('isolation level repeatable read read only', async (tx) => {
    const migrations = await listMigrations(tx, schemas)
    await writeBackupFile(file, async ({ line, copy }) => {
      const madeAt = new Date().toISOString()
      await line(JSON.stringify(toHeader({ version: BUILD_VERSION, madeAt, migrations, secrets })))
      let rows = 0
      for (const table of await listTables(tx, schemas)) {
        await line(JSON.stringify({ copy: table }))
        rows += await copy(readRows(tx, table))
      }
      for (const sequence of await listSequences(tx, schemas)) await line(JSON.stringify({ sequence }))
      await line(JSON.stringify({ end: { rows } }))
    })
  })
}
