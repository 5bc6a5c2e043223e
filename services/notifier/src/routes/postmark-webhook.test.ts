import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { hashAddress } from '@walkon/service/address-hash'
import { recordSteps } from '../db/outcomes.ts'
import { listSuppressions } from '../db/suppressions.ts'
import { anAlertEvent, createTestNotifier, SETTINGS } from '../testing/notifier.ts'

const { app, db, hear, runJob, metrics, listDeliveries, listPublished, clear, close } =
  await createTestNotifier()

afterAll(close)
beforeEach(clear)

const EMAIL = 'visitor@example.com'
const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})
const POSTMARK = basic(SETTINGS.POSTMARK_WEBHOOK_USER, SETTINGS.POSTMARK_WEBHOOK_PASSWORD)

/** Sends an event, and applies what is stored then. */
async function post(payload: object | string, headers: Record<string, string> = POSTMARK) {
  const response = await app.inject({
    method: 'POST',
    url: '/webhooks/postmark',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })
  while (await runJob('apply-postmark-events')) continue
  return response
}

/** A delivery whose call is under way, as it is when a receipt overtakes the answer. */
async function aDelivery(): Promise<string> {
  await hear([anAlertEvent({ email: EMAIL })])
  await db.execute(sql`update deliveries set state = 'sending', lease_until = now() + interval '1 minute'`)
  return (await listDeliveries())[0]!.id
}

const message = (deliveryId: string) => ({
  MessageID: 'm1',
  ServerID: 1,
  MessageStream: 'outbound',
  Tag: 'ride-alerts',
  Metadata: { delivery_id: deliveryId },
})
const delivered = (id: string) => ({
  RecordType: 'Delivery',
  ...message(id),
  Recipient: EMAIL,
  DeliveredAt: '2026-04-14T18:41:05Z',
  Details: '',
})
const bounced = (id: string, Type = 'HardBounce', Inactive = true) => ({
  RecordType: 'Bounce',
  ...message(id),
  ID: 42,
  Type,
  TypeCode: 1,
  Email: EMAIL,
  Inactive,
  BouncedAt: '2026-04-14T18:41:05Z',
})
const complained = (id: string) => ({
  RecordType: 'SpamComplaint',
  ...message(id),
  Email: EMAIL,
  Type: 'SpamComplaint',
})
const subscription = (SuppressSending: boolean, SuppressionReason: string | null) => ({
  RecordType: 'SubscriptionChange',
  MessageID: '00000000-0000-0000-0000-000000000000',
  Recipient: EMAIL,
  SuppressSending,
  SuppressionReason,
  Metadata: {},
})

const stateOf = async () => (await listDeliveries())[0]?.state
const outcomes = async () =>
  (await listPublished()).flatMap(({ data }) => (data['outcome'] ? [[data['outcome'], data['reason']]] : []))
const reasons = () => listSuppressions(db, 'email', hashAddress(EMAIL))

describe('POST /webhooks/postmark', () => {
  test('200: a receipt that overtakes the answer is believed, and the answer changes nothing after it', async () => {
    const id = await aDelivery()
    expect((await post(delivered(id))).statusCode).toBe(200)

    await db.transaction((tx) => recordSteps(tx, id, [{ id, step: { state: 'accepted', providerId: 'm1' } }]))
    expect(await stateOf()).toBe('delivered')
    expect(await outcomes()).toEqual([['delivered', null]])
  })

  test('200: the same receipt again changes and publishes nothing', async () => {
    const id = await aDelivery()
    await post(bounced(id))
    await post(bounced(id))

    expect(await outcomes()).toEqual([['bounced', 'hard-bounce']])
    expect((await listPublished()).filter(({ type }) => type === 'RecipientSuppressed')).toHaveLength(1)
  })

  test('200: a bounce is the last word, whatever order receipts come in', async () => {
    const id = await aDelivery()
    await post(bounced(id))
    await post(delivered(id))
    expect(await stateOf()).toBe('bounced')
  })

  test('200: a hard bounce stops everything to the address', async () => {
    await post(bounced(await aDelivery()))
    expect(await reasons()).toEqual(['bounced'])
  })

  test('200: a soft bounce ends the message and not the address', async () => {
    await post(bounced(await aDelivery(), 'SoftBounce', false))
    expect(await stateOf()).toBe('bounced')
    expect(await reasons()).toEqual([])
  })

  test('200: a delay is no bounce', async () => {
    await post(bounced(await aDelivery(), 'Transient', false))
    expect(await stateOf()).toBe('sending')
  })

  test('200: a complaint stops everything to the address', async () => {
    await post(complained(await aDelivery()))
    expect(await reasons()).toEqual(['complained'])
  })

  test.for([
    ['ManualSuppression', 'unsubscribed'],
    ['HardBounce', 'bounced'],
    ['SpamComplaint', 'complained'],
  ] as const)('200: an address suppressed at Postmark for %s is %s here too', async ([theirs, ours]) => {
    await post(subscription(true, theirs))
    expect(await reasons()).toEqual([ours])
  })

  test('200: a cleared bounce is lifted, and the visitor’s own wish stays', async () => {
    await post(subscription(true, 'HardBounce'))
    await post(subscription(true, 'ManualSuppression'))
    await post(subscription(false, null))
    expect(await reasons()).toEqual(['unsubscribed'])
  })

  test.for([
    ['a kind of event that we do not know', { RecordType: 'Open', MessageID: 'm1' }],
    ['a message that is not ours', delivered('6f1f7a4e-0d5a-4b0e-9a53-93f4a3b9d1aa')],
    ['a message without our id', { ...delivered('x'), Metadata: {} }],
  ] as const)('200: %s is taken and changes nothing', async ([, body]) => {
    await aDelivery()
    expect((await post(body)).statusCode).toBe(200)
    expect(await stateOf()).toBe('sending')
  })

  test.for([
    ['no credentials', {}],
    ['a wrong password', basic(SETTINGS.POSTMARK_WEBHOOK_USER, 'wrong')],
    ['a bearer token', { authorization: `Bearer ${SETTINGS.POSTMARK_WEBHOOK_PASSWORD}` }],
  ] as const)('401: %s, whatever the body', async ([, headers]) => {
    const id = await aDelivery()
    const statuses = [await post(delivered(id), headers), await post('not json', headers)].map(
      ({ statusCode }) => statusCode,
    )
    expect(statuses).toEqual([401, 401])
    expect(await stateOf()).toBe('sending')
  })

  test.for([
    ['a body that is no JSON', `not json from ${EMAIL}`],
    ['a body without a type', {}],
    ['a bounce without an address', { RecordType: 'Bounce', MessageID: 'm1', Type: 'HardBounce' }],
  ] as const)('200: %s is stored and set aside, and what comes after it is applied', async ([, body]) => {
    const id = await aDelivery()
    const response = await post(body)
    await post(delivered(id))

    expect([response.statusCode, response.json()]).toEqual([200, { status: 'stored' }])
    expect(await metrics.metrics()).toContain(
      'provider_events_set_aside{provider="postmark",service="notifier"} 1',
    )
    expect(await stateOf()).toBe('delivered')
  })
})

test('an alert that a receipt shows before the answer was heard is in the latency, once', async () => {
  const before = await countLatencies()
  const id = await aDelivery()
  await post({ RecordType: 'Delivery', Recipient: EMAIL, ...message(id) })
  expect(await countLatencies()).toBe(before + 1)

  await post({ RecordType: 'Bounce', Type: 'HardBounce', TypeCode: 1, Email: EMAIL, ...message(id) })
  expect(await countLatencies()).toBe(before + 1)
})

async function countLatencies(): Promise<number> {
  const text = await metrics.getSingleMetricAsString('alert_latency_seconds')
  return Number(/^alert_latency_seconds_count\{[^}]*\} (\d+)$/m.exec(text)?.[1])
}
