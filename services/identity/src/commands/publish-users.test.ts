import { runCommand, spawnCommand } from '@walkon/testing/commands'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { migrationsFolder } from '../db/migrations.ts'
import { insertUser } from '../db/users.ts'

const { db, url, drop } = await createTestDatabase('identity', migrationsFolder)
afterAll(drop)

const command = join(import.meta.dirname, 'publish-users.ts')

test('An operator publishes the users again', async () => {
  const [id, now] = [randomUUID(), new Date()]
  const account = { id, email: 'ada@example.com', emailConfirmedAt: now, createdAt: now, updatedAt: now }
  await db.transaction((tx) => insertUser(tx, account))

  const { stdout } = await spawnCommand(command, { DATABASE_URL: url }, ['rankings-joins'])

  expect(stdout).toContain('users 1,')
  expect(await db.execute(sql`select key from outbox`)).toEqual([{ key: id }])
})

test('The command without a name publishes nothing and shows its usage', async () => {
  expect(await runCommand(command, { DATABASE_URL: url }, [])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('publish-users NAME'),
  })
})
