import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** The connection string of each service's role, for commands and for looking at the data; readable by its owner only. */
const databaseUrls = z.record(z.string(), z.string())
export type DatabaseUrls = z.output<typeof databaseUrls>

const fileIn = (dataDir: string) => join(dataDir, 'databases.json')

export async function writeDatabaseUrls(dataDir: string, urls: DatabaseUrls): Promise<void> {
  await writeFile(fileIn(dataDir), JSON.stringify(urls, null, 2), { mode: 0o600 })
}

/** Null before the first start. */
export async function readDatabaseUrls(dataDir: string): Promise<DatabaseUrls | null> {
  const stored = await readFile(fileIn(dataDir), 'utf8').catch(() => null)
  return stored === null ? null : databaseUrls.parse(JSON.parse(stored))
}
