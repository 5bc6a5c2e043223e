import { sql, type SQL } from 'drizzle-orm'
import type { Queryable } from './database.ts'

/** A plan step that PostgreSQL may choose by itself; as it names it in `enable_…`. */
export type PlanStep = 'bitmapscan' | 'hashjoin' | 'mergejoin' | 'seqscan' | 'sort'

/**
 * Columns of a `select` that forbid these steps for the rest of the transaction: for tables that change too fast for their statistics. The
 * planner still takes one where nothing else leads to the rows.
 */
export const forbid = (...steps: PlanStep[]): SQL =>
  sql.raw(steps.map((step) => `set_config('enable_${step}', 'off', true)`).join(', '))

/**
 * True if a query finds a row while it may not take these steps. Both are one message to the server, which makes them one transaction: a look
 * of a loop costs no more than a plain query. The query has no parameters, which one message could not carry.
 */
export async function findsWithout(db: Queryable, steps: PlanStep[], query: SQL): Promise<boolean> {
  const results = await db.execute(sql`select ${forbid(...steps)}; ${query}`)
  const [, found] = results as unknown as [unknown, unknown[]]
  return found.length > 0
}
