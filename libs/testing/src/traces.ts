import type { Database } from '@walkon/service/database'

/**
 * For each table, the number of rows that contain one of these texts in any column, payloads stored as bytes included. For
 * tests of an erasure.
 */
export async function findTraces(db: Database, ...texts: string[]): Promise<Record<string, number>> {
  const client = db.$client
  const patterns = texts.flatMap((text) => [`%${text}%`, `%${Buffer.from(text).toString('hex')}%`])
  const tables = await client<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = current_schema() order by tablename`
  const found: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await client<{ rows: number }[]>`
      select count(*)::int as rows from ${client(name)} as one where one::text like any(${patterns})`
    if (row && row.rows > 0) found[name] = row.rows
  }
  return found
}
