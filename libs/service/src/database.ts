import { sql } from 'drizzle-orm'
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type { Sql } from 'postgres'

/** Queries name their tables, so no schema is part of the type. */
export type Database = PostgresJsDatabase & { $client: Sql }

/** Inside `db.transaction(async (tx) => ...)`. A function that takes one must not run outside it. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** A query that may run alone or as part of a transaction. */
export type Queryable = Database | Transaction

export async function ping(db: Database): Promise<void> {
  await db.execute(sql`select 1`)
}
