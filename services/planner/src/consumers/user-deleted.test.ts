import { userDeleted } from '@walkon/contracts/events/identity'
import { holdUser } from '@walkon/runtime/erased-users'
import { createTestService, heard } from '@walkon/testing/service'
import { findTraces } from '@walkon/testing/traces'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { planner } from '../app.ts'

const { close, db, hear } = await createTestService(planner)
afterAll(close)

const aDeletion = (userId: string) =>
  heard(userDeleted, { userId, addressHashes: ['a-hash'], deletedAt: new Date().toISOString() })

test('of a deleted account nothing is left but the mark that it was erased', async () => {
  const userId = randomUUID()
  await hear([aDeletion(userId)])

  expect(await findTraces(db, userId)).toEqual({ erased_users: 1 })
})

test('nothing more is stored under the id of a deleted account, and other accounts are not touched', async () => {
  const [userId, outsider] = [randomUUID(), randomUUID()]
  await hear([aDeletion(userId)])

  await expect(db.transaction((tx) => holdUser(tx, userId))).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(db.transaction((tx) => holdUser(tx, outsider))).resolves.toBeUndefined()
})
