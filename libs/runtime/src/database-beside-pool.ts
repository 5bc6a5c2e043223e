import type { Database } from '@walkon/service/database'
import { connectBesidePool } from '@walkon/service/postgres'
import { drizzle } from 'drizzle-orm/postgres-js'

/**
 * For a transaction that commits while another one of the same process is open. If both came from the pool, transactions that hold all its
 * connections would wait for one more. Opens nothing until the first query. Its commits wake no loops.
 */
export function databaseBesidePool(db: Database): { db: Database; close: () => Promise<void> } {
  const client = connectBesidePool(db)
  return { db: drizzle(client, { casing: 'snake_case' }), close: () => client.end({ timeout: 5 }) }
}
