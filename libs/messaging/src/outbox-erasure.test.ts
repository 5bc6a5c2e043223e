import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { deletePublishedNaming, deletePublishedOf } from './outbox-retention.ts'
import { outboxBatches, PENDING } from './outbox-batches.ts'
import { outbox, publishPending } from './outbox.ts'
import { open } from './testing/doors.ts'
import { aLog } from './testing/memory-log.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
afterAll(drop)
beforeEach(async () => {
  await db.delete(outbox)
  await db.delete(outboxBatches)
})

const doors = async () =>
  (await db.select({ key: outbox.key }).from(outbox).orderBy(outbox.position)).map(({ key }) => key)
const forget = (...addresses: string[]) => db.transaction((tx) => deletePublishedNaming(tx, addresses))

async function published(...names: string[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (const name of names) await open(tx, name)
  })
  await publishPending(db, aLog().log)
}

test('an erasure removes what was published about the addresses of a person, and nothing about others', async () => {
  const hers = Array.from({ length: 11 }, (_, index) => `ada${index}@example.com`)
  await published(...hers, 'lada1@example.com', 'ada1@example.com.au')

  await forget(...hers)

  expect(await doors()).toEqual(['lada1@example.com', 'ada1@example.com.au'])
})

test('an erasure removes what was published under a key, and nothing of other keys', async () => {
  await published('a', 'b', 'a')

  await db.transaction((tx) => deletePublishedOf(tx, ['a', 'c']))

  expect(await doors()).toEqual(['b'])
})

test('an erasure leaves what is still to be published', async () => {
  await db.transaction((tx) => open(tx, 'ada@example.com'))

  await forget('ada@example.com')
  await db.transaction((tx) => deletePublishedOf(tx, ['ada@example.com']))

  expect(await publishPending(db, aLog().log)).toBe(1)
})

test('an erasure removes what the log will never take, past a row that is no text', async () => {
  await published('broken')
  await db.update(outbox).set({ value: Buffer.from([0xff, 0x00]) })
  await db.transaction((tx) => open(tx, 'ada@example.com'))
  await db.update(outbox).set({ rejection: 'too large' }).where(sql`position in (${PENDING})`)

  await forget('ada@example.com')

  expect(await doors()).toEqual(['broken'])
})
