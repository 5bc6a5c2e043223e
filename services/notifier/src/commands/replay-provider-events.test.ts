import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createTestNotifier } from '../testing/notifier.ts'
import { SETTINGS } from '../testing/settings.ts'

const { app, db, url, runJob, twilioTells, clear, close } = await createTestNotifier()
afterAll(close)

const replay = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'replay-provider-events.ts'), ...args], {
    env: { DATABASE_URL: url },
  })

const tellPostmark = () => {
  const { POSTMARK_WEBHOOK_USER: user, POSTMARK_WEBHOOK_PASSWORD: password } = SETTINGS
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  return app.inject({ method: 'POST', url: '/webhooks/postmark', headers: { authorization }, payload: '?' })
}

test.for([
  ['postmark', tellPostmark],
  ['twilio', () => twilioTells({ MessageSid: 'SM1', MessageStatus: 'sent' })],
] as const)('an operator has what %s told and was set aside applied again', async ([provider, tell]) => {
  await clear()
  await tell()
  await runJob(`apply-${provider}-events`)
  const list = () => db.execute(sql`select attempts, rejection is not null as "isAside" from provider_events`)
  expect(await list()).toEqual([{ attempts: 1, isAside: true }])

  expect((await replay(provider)).stdout).toBe(`1 events of ${provider} will be applied again\n`)
  expect(await list()).toEqual([{ attempts: 0, isAside: false }])
})

test('a provider that does not exist is refused, and the usage is shown', async () => {
  await expect(replay('pigeon')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('[--since INSTANT]'),
  })
})
