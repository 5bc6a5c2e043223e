import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { erasedUsers, holdUser, holdUsers, lockOwn, markErased, purgeErasedUsers } from './erased-users.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
afterAll(drop)

const NOW = new Date('2026-07-01T16:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
const erase = (...userIds: string[]) => db.transaction((tx) => markErased(tx, userIds, NOW))

const waitingForLocks = async () =>
  (
    await db.execute(sql`
      select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
  ).length

test('an erased account is refused, also when its deletion comes twice', async () => {
  const userId = randomUUID()
  await erase(userId)
  await erase(userId)

  await expect(db.transaction((tx) => holdUser(tx, userId))).rejects.toMatchObject({ code: 'unauthorized' })
})

test('of several accounts those that are not erased are held, each once', async () => {
  const [erased, one, other] = [randomUUID(), randomUUID(), randomUUID()]
  await erase(erased)

  const held = await db.transaction((tx) => holdUsers(tx, [one, erased, other, one]))
  expect(held).toEqual([one, other].toSorted())
})

test('an erasure waits for a transaction that holds the account, and for no other', async () => {
  const [held, outsider] = [randomUUID(), randomUUID()]
  let erasure: Promise<void> | undefined
  await db.transaction(async (tx) => {
    await holdUser(tx, held)
    await erase(outsider)
    erasure = erase(held)
    await expect.poll(waitingForLocks).toBe(1)
  })
  await erasure

  expect(await db.transaction((tx) => holdUsers(tx, [held, outsider]))).toEqual([])
})

test('a request that waits for an erasure is refused after it', async () => {
  const userId = randomUUID()
  let request: Promise<void> | undefined
  await db.transaction(async (tx) => {
    await markErased(tx, [userId], NOW)
    request = db.transaction((other) => holdUser(other, userId))
    request.catch(() => {})
    await expect.poll(waitingForLocks).toBe(1)
  })

  await expect(request).rejects.toMatchObject({ code: 'unauthorized' })
})

test('two requests hold the same account at once', async () => {
  const userId = randomUUID()

  await db.transaction(async (tx) => {
    await holdUser(tx, userId)
    await db.transaction((other) => holdUser(other, userId))
  })
  expect(await waitingForLocks()).toBe(0)
})

test('a mark is purged nine days after the erasure, when no token and no event names the account any more', async () => {
  await db.delete(erasedUsers)
  const [old, recent] = [randomUUID(), randomUUID()]
  await db.insert(erasedUsers).values([
    { userId: old, erasedAt: daysAgo(9.1) },
    { userId: recent, erasedAt: daysAgo(8.9) },
  ])
  const purge = purgeErasedUsers({ db, now: () => NOW })

  expect(await purge.deleteBatch(10)).toEqual({ erased_users: 1 })
  expect(await db.select({ userId: erasedUsers.userId }).from(erasedUsers)).toEqual([{ userId: recent }])
})

test('a request and an erasure that both need a thing of the account end one after the other, without a deadlock', async () => {
  const userId = randomUUID()
  let request: Promise<void> | undefined
  await db.transaction(async (tx) => {
    await markErased(tx, [userId], NOW)
    request = db.transaction((other) => holdUser(other, userId, 'lane'))
    request.catch(() => {})
    await expect.poll(waitingForLocks).toBe(1)
    await lockOwn(tx, userId, 'lane')
  })
  await expect(request).rejects.toMatchObject({ code: 'unauthorized' })
})

test('two requests about one thing of an account take turns, and about different things they do not', async () => {
  const userId = randomUUID()
  let second: Promise<void> | undefined
  await db.transaction(async (tx) => {
    await holdUser(tx, userId, 'lane')
    await db.transaction((other) => holdUser(other, userId, 'plan'))
    second = db.transaction((other) => holdUser(other, userId, 'lane'))
    await expect.poll(waitingForLocks).toBe(1)
  })
  await second
})
