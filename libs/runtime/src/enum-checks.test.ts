import { enumChecks, valuesOf } from '@walkon/service/enum-checks'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { getTableConfig, pgTable, text, uuid, PgDialect } from 'drizzle-orm/pg-core'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'

const doors = pgTable(
  'doors',
  {
    id: uuid().primaryKey(),
    openedBy: text({ enum: valuesOf(z.enum(['visitor', 'staff'])) }).notNull(),
    closedFor: text({ enum: ["o'clock", 'storm'] }),
    color: text(),
  },
  (table) => enumChecks(table),
)
const checks = getTableConfig(doors).checks.map(({ name, value }) => ({
  name,
  sql: new PgDialect({ casing: 'snake_case' }).sqlToQuery(value).sql,
}))

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase('doors', resolve(import.meta.dirname, '../migrations'))
  await database.db.execute(
    sql`create table doors (id uuid primary key, opened_by text not null, closed_for text, color text)`,
  )
  for (const check of checks) {
    await database.db.execute(
      sql.raw(`alter table doors add constraint "${check.name}" check (${check.sql}) not valid`),
    )
  }
})
afterAll(() => database.drop())

test('a check is named after its table and column, and columns of free text have none', () => {
  expect(checks.map(({ name }) => name)).toEqual(['doors_opened_by', 'doors_closed_for'])
})

test('the database takes each value of the enumeration and null where it may be missing', async () => {
  for (const closedFor of ["o'clock", 'storm', null] as const) {
    await database.db.insert(doors).values({ id: crypto.randomUUID(), openedBy: 'staff', closedFor })
  }
  expect(await database.db.$count(doors)).toBe(3)
})

test('the database refuses a value that the code does not know, also by hand', async () => {
  await expect(
    database.db.execute(sql`insert into doors (id, opened_by) values (gen_random_uuid(), 'burglar')`),
  ).rejects.toMatchObject({ cause: { constraint_name: 'doors_opened_by' } })
})
