import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestNotifier } from '../testing/notifier.ts'
import { basic } from '../testing/postmark-webhook.ts'
import { SETTINGS } from '../testing/settings.ts'

/** Between the two rollouts of a rotation (docs/runbooks/key-rotation.md) a provider may present the former secret or the current one. */
const { app, db, twilioTells, clear, close } = await createTestNotifier({
  env: { POSTMARK_WEBHOOK_FORMER_PASSWORD: 'former-password', TWILIO_FORMER_AUTH_TOKEN: 'former-token' },
})
afterAll(close)
beforeEach(clear)

const countStored = async () => (await db.execute(sql`select from provider_events`)).length

test.for([
  ['current password is stored', SETTINGS.POSTMARK_WEBHOOK_PASSWORD, 200, 1],
  ['former password is stored', 'former-password', 200, 1],
  ['password of a stranger is refused', 'another-password', 401, 0],
] as const)(
  'while the password of Postmark’s webhooks is replaced, an event with the %s',
  async ([, password, status, stored]) => {
    const response = await app.inject({
      method: 'POST',
      url: '/webhooks/postmark',
      headers: {
        'content-type': 'application/json',
        ...basic(SETTINGS.POSTMARK_WEBHOOK_USER, password),
      },
      payload: { RecordType: 'Open', MessageID: password },
    })
    expect([response.statusCode, await countStored()]).toEqual([status, stored])
  },
)

test.for([
  ['current token is stored', SETTINGS.TWILIO_AUTH_TOKEN, 200, 1],
  ['former token is stored', 'former-token', 200, 1],
  ['token of a stranger is refused', 'another-token', 401, 0],
] as const)(
  'while Twilio’s token is replaced, a reply that is signed with the %s',
  async ([, token, status, stored]) => {
    const { statusCode } = await twilioTells(
      { MessageSid: 'SM1', From: '+14075550100', Body: 'STOP' },
      { token },
    )
    expect([statusCode, await countStored()]).toEqual([status, stored])
  },
)
