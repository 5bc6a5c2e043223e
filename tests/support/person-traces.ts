import { connectPostgres } from '@walkon/service/postgres'
import { findTraces } from '@walkon/testing/traces'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const databaseUrls = z.record(z.string(), z.string())

/**
 * Tables of every service that have one of these texts in any column, as `schema.table`, with the number of rows. The
 * local log of events is left out: it purges by retention, as Kafka does.
 */
export async function findPersonTraces(dataDir: string, ...texts: string[]): Promise<Record<string, number>> {
  const stored = await readFile(join(dataDir, 'databases.json'), 'utf8')
  const found: Record<string, number> = {}
  for (const [schema, url] of Object.entries(databaseUrls.parse(JSON.parse(stored)))) {
    if (schema === 'event_log') continue
    const { db, close } = connectPostgres({ url, schema, poolSize: 1, applicationName: 'traces' })
    for (const [table, rows] of Object.entries(await findTraces(db, ...texts)))
      found[`${schema}.${table}`] = rows
    await close()
  }
  return found
}
