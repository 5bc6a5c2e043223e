import { userDeleted } from '@walkon/contracts/events/identity'
import { publishPending } from '@walkon/messaging/outbox'
import { answerAfterRestore } from '@walkon/runtime/after-restore-command'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { findUser, insertUser } from '../../db/users.ts'
import { startIdentity } from '../../testing/identity.ts'
import { eraseAccount } from './erase-account.ts'
import { createRecall } from './recall-after-restore.ts'

const { db, eventLog, settings, published, clear, close } = await startIdentity()
afterAll(close)
beforeEach(clear)

async function addAccount(email: string, id: string = randomUUID()): Promise<string> {
  const now = new Date()
  const account = { id, email, emailConfirmedAt: now, createdAt: now, updatedAt: now }
  await db.transaction((tx) => insertUser(tx, account))
  return id
}

/** Deletes an account, and brings it back as a restore does. The event log goes on. */
async function deleteAndRestore(email: string): Promise<{ userId: string; restoredTo: Date }> {
  const restoredTo = new Date()
  const userId = await addAccount(email)
  await db.transaction((tx) => eraseAccount(tx, { userId, email }, { settings, now: () => new Date() }))
  await publishPending(db, eventLog)
  await clear()
  await addAccount(email, userId)
  return { userId, restoredTo }
}

async function recall(restoredTo: Date, ...options: string[]) {
  const lines: string[] = []
  const code = await answerAfterRestore(
    ['--to', restoredTo.toISOString(), ...options],
    createRecall(settings),
    { name: 'identity', db, eventLog, say: (line) => void lines.push(line) },
  )
  return { code, text: lines.join('\n') }
}

test('an account that was deleted since the instant of a restore is deleted again, and no other', async () => {
  const { userId, restoredTo } = await deleteAndRestore('ada@example.com')
  const other = await addAccount('grace@example.com')

  const { code, text } = await recall(restoredTo, '--apply')

  expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining('1 accounts') })
  expect(await findUser(db, userId)).toBeNull()
  expect(await findUser(db, other)).not.toBeNull()
  expect(await published(userDeleted)).toMatchObject([{ userId }])
})

test('a dry run says how many accounts would be deleted, and deletes none', async () => {
  const { userId, restoredTo } = await deleteAndRestore('ada@example.com')

  expect((await recall(restoredTo)).text).toContain('1 accounts')

  expect(await findUser(db, userId)).not.toBeNull()
})

test('an account that was deleted before the instant of a restore was not brought back, and is left alone', async () => {
  const { userId, restoredTo } = await deleteAndRestore('ada@example.com')

  await recall(new Date(restoredTo.getTime() + 120_000), '--apply')

  expect(await findUser(db, userId)).not.toBeNull()
})

test('a restore without its instant is refused with the usage', async () => {
  const desk = { name: 'identity', db, eventLog, say: () => {} }
  for (const args of [[], ['--to', 'yesterday'], ['--to', new Date().toISOString(), '--now']])
    expect(await answerAfterRestore(args, createRecall(settings), desk)).toBe(2)
})
