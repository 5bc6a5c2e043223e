import { startPostgresServer } from '@walkon/postgres/server'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { DATABASE } from '../database.ts'
import { readDatabaseUrls } from '../database-urls.ts'
import { readOrMakeSecrets } from '../secrets.ts'
import { CannotStart, takeDataFolder } from '../single-start.ts'

/** Opens the database of a server, as its superuser. */
export async function withSuperuser<Result>(
  serverUrl: string,
  database: string,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const url = Object.assign(new URL(serverUrl), { pathname: database }).href
  const sql = postgres(url, { max: 2, onnotice: () => {}, connection: { application_name: 'walkon' } })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Opens the database of a data folder, as its superuser. */
export const withDatabaseOf = <Result>(
  dataDir: string,
  work: (sql: Sql, serverUrl: string) => Promise<Result>,
): Promise<Result> =>
  withServerOf(dataDir, (serverUrl) => withSuperuser(serverUrl, DATABASE, (sql) => work(sql, serverUrl)))

/** Gives the server of a data folder: that of the product that runs with it, or, while none does, a server for this work alone. */
export async function withServerOf<Result>(
  dataDir: string,
  work: (serverUrl: string) => Promise<Result>,
): Promise<Result> {
  const urls = await readDatabaseUrls(dataDir)
  const [url] = Object.values(urls ?? {})
  if (url === undefined)
    throw new CannotStart(
      `There is no data in ${dataDir}. Name its folder and its mode: MODE=real DATA_DIR=…`,
    )
  const { databasePassword: password } = await readOrMakeSecrets(dataDir)
  const release = await takeDataFolder(dataDir).catch((error: unknown) => {
    if (error instanceof CannotStart) return null
    throw error
  })
  if (release === null) return work(Object.assign(new URL(url), { username: 'postgres', password }).href)
  try {
    const server = await startPostgresServer({ folder: join(dataDir, 'postgres'), password })
    return await work(server.url).finally(server.stop)
  } finally {
    await release()
  }
}
