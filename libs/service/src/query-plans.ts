import { sql, type SQL } from 'drizzle-orm'

/** A plan step that PostgreSQL may choose by itself; as it names it in `enable_…`. */
export type PlanStep = 'bitmapscan' | 'hashjoin' | 'mergejoin' | 'seqscan' | 'sort'

/**
 * Columns of a `select` that forbid these steps for the rest of the transaction: for tables that change too fast for their statistics. The
 * planner still takes one where nothing else leads to the rows.
 */
export const forbid = (...steps: PlanStep[]): SQL =>
  sql.raw(steps.map((step) => `set_config('enable_${step}', 'off', true)`).join(', '))
