import type { Channel } from '@walkon/contracts/values'
import type { Queryable, Transaction } from '@walkon/service/database'
import { findsWithout, forbid } from '@walkon/service/query-plans'
import { sql, type SQL } from 'drizzle-orm'

/**
 * For the rest of the transaction: rows come in the order of an index, not of a sort. By the statistics of a quiet hour almost nothing is
 * queued, so that any index of open rows, with a sort, seems as good. Each query of a loop would then read a crowd's whole queue.
 */
export async function readInOrderOfIndex(tx: Transaction): Promise<void> {
  await tx.execute(sql`select ${forbid('sort')}`)
}

/** The same for the look of a loop, which has no transaction: true if a query without parameters finds a row. */
export const findsInOrderOfIndex = (db: Queryable, query: SQL): Promise<boolean> =>
  findsWithout(db, ['sort'], query)

/** A channel in a query without parameters. */
export const literal = (channel: Channel): SQL => sql.raw(`'${channel}'`)
