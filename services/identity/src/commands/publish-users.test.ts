import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { migrationsFolder } from '../db/migrations.ts'
import { insertUser } from '../db/users.ts'

const { db, url, drop } = await createTestDatabase('identity', migrationsFolder)
afterAll(drop)

const publishUsers = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'publish-users.ts'), ...args], {
    env: { DATABASE_URL: url },
  })

test('An operator publishes the users again', async () => {
  const [id, now] = [randomUUID(), new Date()]
  const account = { id, email: 'ada@example.com', emailConfirmedAt: now, createdAt: now, updatedAt: now }
  await db.transaction((tx) => insertUser(tx, account))

  const { stdout } = await publishUsers('rankings-joins')

  expect(stdout).toContain('users 1,')
  expect(await db.execute(sql`select key from outbox`)).toEqual([{ key: id }])
})

test('The command without a name publishes nothing and shows its usage', async () => {
  await expect(publishUsers()).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('publish-users.ts NAME'),
  })
})
