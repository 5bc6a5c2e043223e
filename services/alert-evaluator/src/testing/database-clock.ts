import { connectPostgres } from '@walkon/service/postgres'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { alertEvaluator } from '../app.ts'

/**
 * A migrated database of the evaluator whose statements read a clock of the test: `now()` is found in a schema that stands before
 * PostgreSQL's own.
 */
export async function createDatabaseWithClock() {
  const {
    url,
    db: setUp,
    drop,
  } = await createTestDatabase(alertEvaluator.schema, alertEvaluator.migrationsFolder)
  await setUp.execute(sql`create schema clock`)
  await setUp.execute(sql`create table clock.hand (at timestamptz)`)
  for (const name of ['now', 'clock_timestamp']) {
    await setUp.execute(sql`
      create function clock.${sql.identifier(name)}() returns timestamptz stable language sql
      as 'select at from clock.hand'`)
  }
  const schema = `${alertEvaluator.schema},clock,pg_catalog`
  const { db, close } = connectPostgres({ url, schema, poolSize: 3, applicationName: 'test' })
  return {
    database: { db, url },
    setClock: async (at: Date) => {
      await setUp.execute(sql`delete from clock.hand`)
      await setUp.execute(sql`insert into clock.hand values (${at.toISOString()}::timestamptz)`)
    },
    drop: async () => {
      await close()
      await drop()
    },
  }
}
