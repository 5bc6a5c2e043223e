import { runCommand, spawnCommand } from '@walkon/testing/commands'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createTestNotifier } from '../testing/notifier.ts'
import { SETTINGS } from '../testing/settings.ts'

const { app, db, url, runJob, twilioTells, clear, close } = await createTestNotifier()
afterAll(close)

const command = join(import.meta.dirname, 'replay-provider-events.ts')

const tellPostmark = () => {
  const { POSTMARK_WEBHOOK_USER: user, POSTMARK_WEBHOOK_PASSWORD: password } = SETTINGS
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  return app.inject({ method: 'POST', url: '/webhooks/postmark', headers: { authorization }, payload: '?' })
}

test.for([
  ['postmark', tellPostmark, spawnCommand],
  ['twilio', () => twilioTells({ MessageSid: 'SM1', MessageStatus: 'sent' }), runCommand],
] as const)('an operator has what %s told and was set aside applied again', async ([provider, tell, run]) => {
  await clear()
  await tell()
  await runJob(`apply-${provider}-events`)
  const list = () => db.execute(sql`select attempts, rejection is not null as "isAside" from provider_events`)
  expect(await list()).toEqual([{ attempts: 1, isAside: true }])

  const { stdout } = await run(command, { DATABASE_URL: url }, [provider])
  expect(stdout).toBe(`1 events of ${provider} will be applied again\n`)
  expect(await list()).toEqual([{ attempts: 0, isAside: false }])
})

test('a provider that does not exist is refused, and the usage is shown', async () => {
  expect(await runCommand(command, { DATABASE_URL: url }, ['pigeon'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('[--since INSTANT]'),
  })
})
