import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ADVISORY_LOCKS } from '@walkon/service/advisory-locks'
import type { ServiceName } from '@walkon/contracts/services'
import postgres from 'postgres'
import { z } from 'zod'
import { eventually } from './walkon-client.ts'

/** A service's database in the data folder of a product, for what no route tells, and for points at which its process is held. */
export function connectHeld(dataDir: string, service: ServiceName) {
  const stored: unknown = JSON.parse(readFileSync(join(dataDir, 'databases.json'), 'utf8'))
  const url = z.record(z.string(), z.string()).parse(stored)[service]
  if (url === undefined) throw new Error(`The product has no database of ${service}`)
  const sql = postgres(url, { max: 3, onnotice: () => {} })
  return {
    sql,
    /** How many requests for mails in the outbox name this: a user id or an address. */
    async countLetters(name: string): Promise<number> {
      const rows = await sql`
        select from ${sql(service)}.outbox where position(${name} in convert_from(value, 'UTF8')) > 0
          and topic = 'notifications.requested'`
      return rows.length
    },
    /** Resolves when a transaction waits for a lock with a statement that names this. */
    async waitUntilHeld(statement: RegExp): Promise<void> {
      await eventually(async () => {
        const waiting = await sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and query ~ ${statement.source}`
        return waiting.length > 0
      })
    },
    /** Runs this while the service's relay has no turn, so that nothing of its outbox is published. */
    async holdRelay(whileHeld: () => Promise<void>): Promise<void> {
      await sql.begin(async (tx) => {
        await tx`select pg_advisory_xact_lock(${ADVISORY_LOCKS.relay}, hashtext(${service}))`
        await whileHeld()
      })
    },
    end: () => sql.end(),
  }
}
