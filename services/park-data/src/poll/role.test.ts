import { createLog } from '@walkon/service/log'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { migrationsFolder } from '../db/migrations.ts'
import { savePoll, TermOver } from '../db/save-poll.ts'
import { createPollerRole, type PollerRole } from './role.ts'

const { db, drop } = await createTestDatabase('park_data', migrationsFolder)
const log = createLog({ service: 'test', level: 'silent' })
const roles: PollerRole[] = []
afterEach(async () => {
  await Promise.all(roles.splice(0).map((role) => role.stop()))
})
afterAll(drop)

async function aProcess(): Promise<PollerRole> {
  const role = createPollerRole({ db, now: () => new Date('2026-07-14T16:00:00Z'), log })
  roles.push(role)
  await role.start?.()
  return role
}

/** The backends that hold the role's lock, or wait for it. */
async function backends(granted: boolean): Promise<number[]> {
  const rows = await db.execute<{ pid: number }>(sql`
    select pid from pg_locks join pg_database on pg_database.oid = database
    where locktype = 'advisory' and granted = ${granted} and datname = current_database()`)
  return rows.map(({ pid }) => pid)
}

test('one process polls, the others stand by', async () => {
  const [first, second] = [await aProcess(), await aProcess()]
  expect(first.term()).toMatchObject({ number: expect.any(Number) })
  expect(second.term()).toBeNull()
})

test('a stand-by takes over at once when the poller stops', async () => {
  const [first, second] = [await aProcess(), await aProcess()]
  await expect.poll(() => backends(false)).toHaveLength(1)
  await first.stop()
  await vi.waitFor(() => expect(second.term()).not.toBeNull(), { timeout: 1_000 })
})

test('a poller that loses its connection loses the role, and its term ends', async () => {
  const first = await aProcess()
  const term = first.term()!
  const second = await aProcess()
  await expect.poll(() => backends(false)).toHaveLength(1)
  const [holder] = await backends(true)
  await db.execute(sql`select pg_terminate_backend(${holder})`)
  await vi.waitFor(() => expect(second.term()).not.toBeNull(), { timeout: 1_000 })
  expect(term.signal.aborted).toBe(true)
  expect(first.term()).toBeNull()
  expect(second.term()?.number).toBeGreaterThan(term.number)
})

test('a poller that does not know yet that its term is over cannot write', async () => {
  const first = await aProcess()
  const { number } = first.term()!
  const poll = { term: number, readAt: new Date('2026-07-14T16:00:00Z'), parks: [], joined: [] }
  await savePoll(db, poll)
  await first.stop()
  await aProcess()
  await expect(savePoll(db, poll)).rejects.toBeInstanceOf(TermOver)
})

test('a stand-by can be stopped while it waits', async () => {
  await aProcess()
  const second = await aProcess()
  await expect.poll(() => backends(false)).toHaveLength(1)
  await second.stop()
  expect(await backends(false)).toEqual([])
})
