import type { Transaction } from '@walkon/service/database'
import { forbid } from '@walkon/service/query-plans'
import { sql } from 'drizzle-orm'

/**
 * For the rest of the transaction: rows that are named by their keys are looked up one by one. Of a table that is not large the planner
 * would read all rows instead, for each slice of a crowd again.
 */
export async function lookUpByIndex(tx: Transaction): Promise<void> {
  await tx.execute(sql`select ${forbid('seqscan', 'hashjoin', 'mergejoin')}`)
}
