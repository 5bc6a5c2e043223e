import type { AdminAction } from '@walkon/contracts/http/admin-actions'
import { createHttpApp } from '@walkon/service/http'
import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { createTestAccounts } from '@walkon/testing/accounts'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  adminActionRoutes,
  adminActions,
  audit,
  listActions,
  listActionsOf,
  purgeAdminActions,
} from './admin-actions.ts'
import { findSigningKey } from './signing-keys.ts'

const ISSUER = 'https://walkon.example/auth/v1'
const NOW = new Date('2026-07-01T16:00:00Z')
const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
const accounts = await createTestAccounts(db, ISSUER)
const app = createHttpApp({
  service: 'shop',
  log: createLog({ service: 'shop', level: 'silent' }),
  metrics: createMetrics('shop'),
  accessTokens: { issuer: ISSUER, findKey: findSigningKey(db, () => new Date()), now: () => new Date() },
})
app.register(adminActionRoutes, { db })
beforeEach(() => db.delete(adminActions))
afterAll(async () => {
  await app.close()
  await drop()
})

const act = (action: string, entry: { actorId?: string; subjectId?: string; at?: Date } = {}) => {
  const { at = NOW, actorId = randomUUID(), ...rest } = entry
  return db.transaction((tx) => audit(tx, { ...rest, actorId, action, now: at }))
}
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

async function list(query: string, account: { roles: ('admin' | 'moderator')[]; aal?: 'aal1' | 'aal2' }) {
  const headers = accounts.headersFor({ email: 'root@example.com', aal: 'aal2', ...account })
  const response = await app.inject({ url: `/admin-actions${query}`, headers })
  const { items = [], next } = response.json<{ items?: AdminAction[]; next?: string | null }>()
  return { status: response.statusCode, items, next, headers: response.headers }
}

test('200: an admin reads what was done, the newest first, in pages', async () => {
  const actorId = randomUUID()
  await act('open-gate', { at: minutesAgo(2) })
  await act('close-gate', { at: minutesAgo(1), actorId, subjectId: 'gate-7' })

  const first = await list('?limit=1', { roles: ['admin'] })
  const second = await list(`?limit=1&cursor=${first.next}`, { roles: ['admin'] })

  expect(first.items).toEqual([
    {
      id: expect.any(String),
      actorId,
      action: 'close-gate',
      subjectId: 'gate-7',
      reason: null,
      lookUpId: null,
      actedAt: minutesAgo(1).toISOString(),
    },
  ])
  expect(first.headers['cache-control']).toBe('no-store')
  expect(second.items.map(({ action }) => action)).toEqual(['open-gate'])
  expect(second.next).toBeNull()
})

test('200: the list is narrowed by who, what, to whom and when', async () => {
  const actorId = randomUUID()
  await act('close-gate', { at: minutesAgo(3), subjectId: 'gate-7' })
  await act('open-gate', { at: minutesAgo(2), subjectId: 'gate-8' })
  await act('open-gate', { at: minutesAgo(1), actorId, subjectId: 'gate-9' })
  const found = async (query: string) =>
    (await list(query, { roles: ['admin'] })).items.map(({ subjectId }) => subjectId)

  expect(await found(`?actorId=${actorId}`)).toEqual(['gate-9'])
  expect(await found('?action=open-gate')).toEqual(['gate-9', 'gate-8'])
  expect(await found('?action=open-gate&subjectId=gate-8')).toEqual(['gate-8'])
  const [from, until] = [minutesAgo(3).toISOString(), minutesAgo(2).toISOString()]
  expect(await found(`?from=${from}&until=${until}`)).toEqual(['gate-7'])
})

const MANY = 100_000
const PAGE = 20

test.for(['actorId', 'subjectId'] as const)(
  'a page of one %s among a hundred thousand entries reads the entries of the page alone',
  async (by) => {
    await db.execute(sql`
      insert into admin_actions (actor_id, action, subject_id, acted_at)
      select md5((n % 500)::text)::uuid, 'open-gate', md5((n % 500)::text)::uuid::text, now() - n * interval '1 second'
      from generate_series(1, ${MANY}::int) n`)
    await db.execute(sql`vacuum analyze admin_actions`)
    const [some] = await db.execute<{ id: string }>(sql`select md5('7')::uuid::text as id`)

    await db.transaction(async (tx) => {
      const page = await listActions(tx, { limit: PAGE, [by]: some?.id })
      const [reads] = await tx.execute<{ seq: number; index: number }>(sql`
        select seq_tup_read::int as seq, idx_tup_fetch::int as index
        from pg_stat_xact_user_tables where relname = 'admin_actions'`)

      expect(page.items).toHaveLength(PAGE)
      expect(reads).toEqual({ seq: 0, index: PAGE + 1 })
    })
  },
)

test('400: a filter that can match nothing is refused', async () => {
  for (const query of ['?actorId=me', '?action=Open%20Gate', '?from=yesterday', '?limit=1001'])
    expect((await list(query, { roles: ['admin'] })).status).toBe(400)
})

test('403: a moderator does not read what admins did', async () => {
  expect((await list('', { roles: ['moderator'] })).status).toBe(403)
})

test('an act that is rolled back leaves no entry', async () => {
  const rolledBack = db.transaction(async (tx) => {
    await audit(tx, { actorId: randomUUID(), action: 'close-gate', now: NOW })
    throw new Error('the gate is jammed')
  })

  await expect(rolledBack).rejects.toThrow('jammed')
  expect(await db.$count(adminActions)).toBe(0)
})

test('an account is told what it did and what was done to it, and nothing of others', async () => {
  const userId = randomUUID()
  await act('open-gate', { actorId: userId, at: minutesAgo(2) })
  await act('remove-badge', { subjectId: userId, at: minutesAgo(1) })
  await act('close-gate')

  expect((await listActionsOf(db, userId)).map(({ action }) => action)).toEqual(['open-gate', 'remove-badge'])
})

test('an entry is purged when its retention is over', async () => {
  await act('open-gate', { at: minutesAgo(11 * 24 * 60) })
  await act('close-gate', { at: minutesAgo(9 * 24 * 60) })
  const purge = purgeAdminActions({ db, now: () => NOW }, 10)

  expect(await purge.deleteBatch(10)).toEqual({ admin_actions: 1 })
  expect(await db.select({ action: adminActions.action }).from(adminActions)).toEqual([
    { action: 'close-gate' },
  ])
})
