import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { rotate } from './sessions.ts'

const { db, drop } = await createTestDatabase('identity', join(import.meta.dirname, '../../migrations'))
afterAll(drop)

test('a refresh writes its row and no index', async () => {
  const [userId, id] = [randomUUID(), randomUUID()]
  await db.execute(
    sql`insert into users (id, email, email_confirmed_at, created_at, updated_at) values (${userId}, 'ada@example.com', now(), now(), now())`,
  )
  await db.execute(sql`
    insert into sessions (id, user_id, assurance, methods, device, created_at, refreshed_at, ends_at)
    values (${id}, ${userId}, 'aal1', '[]', '', now(), now(), now() + interval '1 day')`)
  const now = new Date()
  const life = { now, idleSince: new Date(now.getTime() - 60_000) }

  const { writes, ofRowsAlone } = await db.transaction(async (tx) => {
    for (let counter = 1; counter <= 5; counter++)
      expect(await rotate(tx, id, counter, counter, life)).not.toBeNull()
    const [counts] = await tx.execute<{ writes: number; ofRowsAlone: number }>(sql`
      select n_tup_upd::int as writes, n_tup_hot_upd::int as "ofRowsAlone" from pg_stat_xact_user_tables where relname = 'sessions'`)
    return counts!
  })

  expect([writes, ofRowsAlone]).toEqual([5, 5])
})
