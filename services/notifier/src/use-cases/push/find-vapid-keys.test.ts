import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestNotifier, KEYS } from '../../testing/notifier.ts'
import { createVapidKeys } from './find-vapid-keys.ts'

const { db, close } = await createTestNotifier()
afterAll(close)
beforeEach(() => db.execute(sql`truncate vapid_keys`))

const [FIRST, SECOND] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]

test('processes that start at once end with one pair, and so does every later start', async () => {
  const starts = Array.from({ length: 5 }, () => createVapidKeys(db, KEYS)())
  const pairs = [...(await Promise.all(starts)), await createVapidKeys(db, KEYS)()]

  expect(new Set(pairs.map(({ publicKey }) => publicKey)).size).toBe(1)
  expect(new Set(pairs.map(({ privateKey }) => privateKey)).size).toBe(1)
  expect(await db.execute(sql`select from vapid_keys`)).toHaveLength(1)
})

test('the table does not show the private key', async () => {
  const { privateKey } = await createVapidKeys(db, KEYS)()
  const rows = await db.execute(sql`select * from vapid_keys`)

  expect(JSON.stringify(rows)).not.toContain(privateKey)
})

test('a start with a new key in front makes the older one needless, and the pair stays', async () => {
  const { publicKey } = await createVapidKeys(db, [FIRST])()
  await createVapidKeys(db, [SECOND, FIRST])()

  expect((await createVapidKeys(db, [SECOND])()).publicKey).toBe(publicKey)
})

test('a pair that no key opens stops the start, and is not replaced', async () => {
  await createVapidKeys(db, [FIRST])()
  const before = await db.execute(sql`select * from vapid_keys`)

  await expect(createVapidKeys(db, [SECOND])()).rejects.toThrow('No key of TOKEN_KEYS opens the VAPID key')
  expect(await db.execute(sql`select * from vapid_keys`)).toEqual(before)
})
