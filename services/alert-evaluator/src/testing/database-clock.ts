import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { alertEvaluator } from '../app.ts'

/**
 * A migrated database of the evaluator whose statements read a clock of the test: `now()` is found in a schema that stands before
 * PostgreSQL's own.
 */
export async function createDatabaseWithClock() {
  const { schema, migrationsFolder } = alertEvaluator
  const { db, url, drop } = await createTestDatabase(schema, migrationsFolder, `${schema},clock,pg_catalog`)
  await db.execute(sql`create schema clock`)
  await db.execute(sql`create table clock.hand (at timestamptz)`)
  for (const name of ['now', 'clock_timestamp']) {
    await db.execute(sql`
      create function clock.${sql.identifier(name)}() returns timestamptz stable language sql
      as 'select at from clock.hand'`)
  }
  return {
    database: { db, url },
    setClock: async (at: Date) => {
      await db.execute(sql`delete from clock.hand`)
      await db.execute(sql`insert into clock.hand values (${at.toISOString()}::timestamptz)`)
    },
    drop,
  }
}
