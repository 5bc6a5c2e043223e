import { connectPostgres } from '@walkon/service/postgres'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSmsChannel } from '../channels/sms.ts'
import { createTextLinks } from '../channels/text-links.ts'
import { createTwilio } from '../clients/twilio.ts'
import { toStatusUrl } from '../clients/twilio-webhook.ts'
import { leaseQueued } from '../db/deliveries/leases.ts'
import { createTestNotifier, KEYS, textedEvent } from '../testing/notifier.ts'
import { startNotifier } from '../testing/running-notifier.ts'
import { startTwilioServer } from '../testing/twilio-server.ts'

/** A second text in place of one that failed: sent once, wherever a sender dies. Counted in Twilio's ledger. */
const { db, url, hear, applyTwilio, confirmNumbers, clear, close } = await createTestNotifier()
const twilio = await startTwilioServer()
const stops: (() => Promise<void>)[] = []
afterAll(async () => {
  await twilio.close()
  await close()
})
beforeEach(async () => {
  await clear()
  twilio.reset()
})
afterEach(async () => {
  twilio.breakHanging()
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

async function startSenders(count: number) {
  for (let index = 0; index < count; index++) {
    const own = connectPostgres({
      url,
      schema: 'notifier',
      poolSize: 4,
      applicationName: `text-retries-${index}`,
    })
    const { stop } = await startNotifier(own.db, url, { env: { TWILIO_API_URL: twilio.url } })
    stops.push(async () => {
      await stop()
      await own.close()
    })
  }
}

const channel = createSmsChannel({
  twilio: createTwilio({
    apiUrl: twilio.url,
    accountSid: 'AC1',
    authToken: 'x',
    messagingServiceSid: 'MG1',
    statusUrl: (id) => toStatusUrl('https://walkon.example', id),
    timeoutSeconds: 5,
  }),
  links: createTextLinks({ publicUrl: 'https://walkon.example', keys: KEYS }),
  now: () => new Date(),
})

/** A sender that leases due texts and dies before its record, after the call if it makes one. */
async function dieWhileSending(calls: boolean): Promise<void> {
  const lease = { owner: randomUUID(), limit: 1, leaseSeconds: 0.6 }
  const { leased } = await db.transaction((tx) => leaseQueued(tx, 'sms', lease))
  expect(leased).toHaveLength(1)
  if (calls) await channel.send(await Promise.all(leased.map(channel.write)))
}

/** A text of alerts that a sender has sent, and that Twilio shows as undelivered. */
async function failedText(): Promise<{ failedSid: string }> {
  const event = textedEvent()
  await confirmNumbers([event])
  await hear([event])
  await dieWhileSending(true)
  const { sid, deliveryId, To } = twilio.accepted[0]!
  await db.execute(sql`
    update deliveries set state = 'accepted', provider_id = ${sid}, lease_owner = null, lease_until = null`)
  twilio.state.statusOf = (asked) => (asked === sid ? 'undelivered' : 'sent')
  const failure = { MessageSid: sid, MessageStatus: 'undelivered', ErrorCode: '30003', To }
  await applyTwilio(failure, `delivery=${deliveryId}`)
  await db.execute(sql`update deliveries set not_before = now()`)
  return { failedSid: sid }
}

const settled = (providerId: () => string | undefined) =>
  vi.waitFor(async () => {
    expect(providerId()).toBeDefined()
    expect(await db.execute(sql`select state, provider_id as sid from deliveries`)).toEqual([
      { state: 'accepted', sid: providerId() },
    ])
  })

test('one of two senders sends the second text, once', async () => {
  await failedText()
  await startSenders(2)

  await settled(() => twilio.accepted[1]?.sid)
  expect(twilio.accepted).toHaveLength(2)
})

test.for([
  ['before it called Twilio', false],
  ['after Twilio took the second text', true],
] as const)('a sender that died %s leaves exactly one second text', async ([_when, calls]) => {
  await failedText()
  await dieWhileSending(calls)
  await startSenders(2)

  await settled(() => twilio.accepted[1]?.sid)
  expect(twilio.accepted).toHaveLength(2)
})

test.for(['error-after-accept', 'timeout-after-accept', 'reset-after-accept'] as const)(
  'a second text whose call ends with %s is looked up, and found beside the first',
  async (fault) => {
    await failedText()
    twilio.state.faultOf = () => fault
    await startSenders(1)

    await settled(() => twilio.accepted[1]?.sid)
    expect(twilio.accepted).toHaveLength(2)
  },
)

test('a text that Twilio shows as on its way when the second is due stays the only one', async () => {
  const { failedSid } = await failedText()
  twilio.state.statusOf = () => 'delivered'
  await startSenders(2)

  await settled(() => failedSid)
  expect(twilio.accepted).toHaveLength(1)
})
