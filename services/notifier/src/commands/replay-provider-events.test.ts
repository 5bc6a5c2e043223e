import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createTestNotifier } from '../testing/notifier.ts'
import { SETTINGS } from '../testing/settings.ts'

const { app, db, url, runJob, close } = await createTestNotifier()
afterAll(close)

const replay = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'replay-provider-events.ts'), ...args], {
    env: { DATABASE_URL: url },
  })

test('an operator has what was set aside applied again', async () => {
  const { POSTMARK_WEBHOOK_USER: user, POSTMARK_WEBHOOK_PASSWORD: password } = SETTINGS
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  await app.inject({ method: 'POST', url: '/webhooks/postmark', headers: { authorization }, payload: '?' })
  await runJob('apply-postmark-events')

  expect((await replay('postmark')).stdout).toBe('1 events of postmark will be applied again\n')
  expect(await db.execute(sql`select attempts, rejection from provider_events`)).toEqual([
    { attempts: 0, rejection: null },
  ])
})

test('a provider that does not exist is refused, and the usage is shown', async () => {
  await expect(replay('pigeon')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('[--since INSTANT]'),
  })
})
