import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const { db, drop } = await createTestDatabase('billing', join(import.meta.dirname, '../migrations'))
afterAll(drop)

test('no query of a service is compiled just in time, whatever the server is set to', async () => {
  const [jit] = await db.execute(sql`select setting, source from pg_settings where name = 'jit'`)

  expect(jit).toEqual({ setting: 'off', source: 'client' })
})
