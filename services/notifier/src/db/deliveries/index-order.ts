import type { Transaction } from '@walkon/service/database'
import { forbid } from '@walkon/service/query-plans'
import { sql } from 'drizzle-orm'

/**
 * For the rest of the transaction: rows come in the order of an index, not of a sort. By the statistics of a quiet hour almost nothing is
 * queued, so that any index of open rows seems as good, with a sort: each look of a loop would read a crowd's whole queue.
 */
export async function readInOrderOfIndex(tx: Transaction): Promise<void> {
  await tx.execute(sql`select ${forbid('sort')}`)
}
