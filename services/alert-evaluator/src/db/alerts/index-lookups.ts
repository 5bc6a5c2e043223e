import type { Transaction } from '@walkon/service/database'
import { forbid } from '@walkon/service/query-plans'
import { sql } from 'drizzle-orm'

/**
 * Looks up rows that are named by their keys one by one, for the rest of the transaction. The planner would read all rows of a table that
 * is not large, for each slice of a crowd again.
 */
export async function lookUpByIndex(tx: Transaction): Promise<void> {
  await tx.execute(sql`select ${forbid('seqscan', 'hashjoin', 'mergejoin')}`)
}
