import { runCommand, spawnCommand } from '@walkon/testing/commands'
import { createTestDatabase } from '@walkon/testing/database'
import { testEnvironment } from '@walkon/testing/service'
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { findFactor, insertFactor } from '../db/factors.ts'
import { migrationsFolder } from '../db/migrations.ts'
import { insertUser } from '../db/users.ts'
import { createStoredSecrets } from '../secrets/stored-secrets.ts'

const { db, url, drop } = await createTestDatabase('identity', migrationsFolder)
afterAll(drop)

const aKey = () => randomBytes(32)
const [former, current] = [aKey(), aKey()]
const command = join(import.meta.dirname, 'reseal-secrets.ts')
const toEnv = (...keys: Buffer[]) => ({
  ...testEnvironment(url),
  IDENTITY_KEYS: keys.map((key) => key.toString('base64url')).join(','),
})

/** An authenticator app that was added under this key. */
async function addFactor(key: Uint8Array): Promise<{ id: string; userId: string }> {
  const [id, userId, now] = [randomUUID(), randomUUID(), new Date()]
  const account = {
    id: userId,
    email: `${userId}@example.com`,
    emailConfirmedAt: now,
    createdAt: now,
    updatedAt: now,
  }
  await db.transaction((tx) => insertUser(tx, account))
  const secret = await createStoredSecrets('totp-secret', [key]).seal('JBSWY3DPEHPK3PXP')
  const named = { friendlyName: 'Phone', status: 'verified', createdAt: now, updatedAt: now } as const
  await insertFactor(db, { id, userId, secret, ...named })
  return { id, userId }
}

const secretOf = async ({ id, userId }: { id: string; userId: string }) =>
  (await findFactor(db, userId, id))?.secret ?? ''
const opens = async (key: Uint8Array, factor: { id: string; userId: string }) =>
  createStoredSecrets('totp-secret', [key]).opens(await secretOf(factor))

let factor: { id: string; userId: string }
beforeEach(async () => {
  await db.execute('truncate users cascade')
  factor = await addFactor(former)
})

test('an authenticator app that was added under a former key works without that key afterwards', async () => {
  const { stdout } = await spawnCommand(command, toEnv(current, former), ['--apply'])

  expect(stdout).toContain('totp-secret: 0 had the first key, 1 are encrypted with it')
  expect(await opens(current, factor)).toBe(true)
})

test('a dry run says how many secrets have a former key, and changes none', async () => {
  const { stdout } = await runCommand(command, toEnv(current, former), [])

  expect(stdout).toContain('1 would be')
  expect(await opens(former, factor)).toBe(true)
})

test('a secret that no key opens is named and left alone, and the command fails', async () => {
  const lost = await addFactor(aKey())

  const { code, stdout } = await runCommand(command, toEnv(current, former), ['--apply'])

  expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining(lost.id) })
  expect(await opens(current, factor)).toBe(true)
})
