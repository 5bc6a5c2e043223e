import { sql, type SQL } from 'drizzle-orm'

/**
 * A column of a `select`: the commit of its transaction does not wait for the disk. A crash of the server can take the transaction back, whole,
 * as if the process had died before it. Only for work that is then done again.
 */
export const WITHOUT_WAITING_FOR_THE_DISK: SQL = sql.raw(`set_config('synchronous_commit', 'off', true)`)
