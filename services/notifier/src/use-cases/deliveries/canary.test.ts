import { userConfirmed } from '@walkon/contracts/events/identity'
import { createLog } from '@walkon/service/log'
import { heard } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { aLetter, CODE, TOKEN } from '../../testing/letters.ts'
import { anAlertEvent, createTestNotifier } from '../../testing/notifier.ts'
import { startPostmarkServer } from '../../testing/postmark-server.ts'
import { PATIENT } from '../../testing/settings.ts'
import { startTwilioServer } from '../../testing/twilio-server.ts'
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts'

const lines: string[] = []
const log = createLog({ service: 'notifier', level: 'trace' }, { write: (line) => void lines.push(line) })
const postmark = await startPostmarkServer()
const twilio = await startTwilioServer()
const receiver = await startWebhookReceiver()
const notifier = await createTestNotifier({
  log,
  env: {
    ...PATIENT,
    POSTMARK_API_URL: postmark.url,
    TWILIO_API_URL: twilio.url,
    WEBHOOK_TEST_ORIGINS: receiver.url,
  },
})
const { accounts, app, db, hear, metrics, outboxEvents, request, runJob } = notifier

afterAll(async () => {
  await notifier.close()
  await Promise.all([postmark.close(), twilio.close(), receiver.close()])
})

const EMAIL = 'canary-visitor@example.com'
const NUMBER = '+14075550188'

/** Sends messages of every way, some of which are refused or fail. Returns the secrets that were made meanwhile. */
async function journey(): Promise<string[]> {
  const userId = randomUUID()
  await hear([heard(userConfirmed, { userId, email: EMAIL, confirmedAt: new Date().toISOString() })])
  const headers = accounts.headersFor({ email: EMAIL, userId })
  const payload = { url: `${receiver.url}/canary-path?key=canary-key` }
  const added = await app.inject({ method: 'POST', url: '/webhook-endpoints', headers, payload })
  const { secret } = added.json<{ secret: string }>()

  const texted = anAlertEvent({ email: EMAIL, recipients: [{ channel: 'sms', address: NUMBER }] })
  await notifier.confirmNumbers([texted])
  await hear([texted, anAlertEvent({ email: EMAIL })])
  receiver.state.status = 500
  postmark.state.faultOf = () => 'error-after-accept'
  twilio.state.refusalOf = () => 21610
  for (const job of ['send-email', 'send-sms', 'call-webhooks']) await runJob(job)

  postmark.state.faultOf = () => null
  for (const address of [EMAIL, 'inactive-canary@example.com', 'invalid-canary@example.com'])
    await request({
      notificationId: randomUUID(),
      recipient: { channel: 'email', address },
      notification: aLetter(),
      expiresAt: '2099-01-01T00:00:00Z',
    })
  for (const job of ['send-email', 'look-up-unknown-email', 'publish-outcomes']) await runJob(job)
  await app.inject({ method: 'POST', url: '/devices/renewed', payload: { oldEndpoint: 'canary-endpoint' } })
  await app.inject({ url: '/u/canary-made-up-token' })
  return [secret, secret.slice('whsec_'.length)]
}

test('no line of the log, metric or trace has an address, a number, a code, a token or a secret', async () => {
  const secrets = await journey()
  const told = {
    log: lines.join('\n'),
    metrics: await metrics.metrics(),
    traces: (await db.execute<{ headers: object }>(sql`select headers from outbox`))
      .map(({ headers }) => JSON.stringify(headers))
      .join('\n'),
  }

  // The journey took place: without these lines nothing would be shown.
  for (const step of ['delivery queued', 'delivery unknown', 'delivery failed', 'webhook failed'])
    expect(told.log).toContain(step)
  expect((await outboxEvents()).length).toBeGreaterThan(0)
  expect(told.metrics).toContain('webhook_calls_total{outcome="failed"')
  for (const [where, text] of Object.entries(told))
    for (const value of ['canary', NUMBER.slice(1), CODE, TOKEN, ...secrets])
      expect(text.includes(value), `${where} has ${value}`).toBe(false)
})
