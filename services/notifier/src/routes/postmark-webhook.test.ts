import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { hashAddress } from '@walkon/service/address-hash'
import { recordSteps } from '../db/outcomes.ts'
import { listSuppressions } from '../db/suppressions.ts'
import type { ListedAddress } from '../testing/postmark-lists.ts'
import { startPostmarkServer } from '../testing/postmark-server.ts'
import { anAlertEvent, createTestNotifier, linksFor, SETTINGS, PATIENT } from '../testing/notifier.ts'

const postmark = await startPostmarkServer()
const { app, db, hear, runJob, metrics, listDeliveries, listPublished, clear, close } =
  await createTestNotifier({ env: { ...PATIENT, POSTMARK_API_URL: postmark.url } })

afterAll(async () => {
  await close()
  await postmark.close()
})
beforeEach(async () => {
  await clear()
  postmark.reset()
})

const EMAIL = 'visitor@example.com'
const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})
const POSTMARK = basic(SETTINGS.POSTMARK_WEBHOOK_USER, SETTINGS.POSTMARK_WEBHOOK_PASSWORD)

/** Sends an event, applies what is stored then, and looks up what it claims. */
async function post(payload: object | string, headers: Record<string, string> = POSTMARK) {
  const response = await app.inject({
    method: 'POST',
    url: '/webhooks/postmark',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })
  while (await runJob('apply-postmark-events')) continue
  await lookUp()
  return response
}

/** Looks up what is due; a claim that Postmark does not bear out, once more. */
async function lookUp() {
  await runJob('check-addresses')
  await db.execute(sql`update address_checks set not_before = now() where settled_at is null`)
  await runJob('check-addresses')
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
  MessageStream: 'alerts',
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
type BounceKind = { Type?: string; Inactive?: boolean }
const bounced = (id: string, { Type = 'HardBounce', Inactive = true }: BounceKind = {}) => ({
  RecordType: 'Bounce',
  ...message(id),
  ID: 42,
  Type,
  TypeCode: 1,
  Email: EMAIL,
  Inactive,
  BouncedAt: '2026-04-14T18:41:05Z',
})
/** The same, as Postmark has it too. */
function trulyBounced(id: string, kind: BounceKind = {}) {
  const event = bounced(id, kind)
  const { ID, Type, MessageID, Email } = event
  postmark.lists.bounces.set(ID, { Type, MessageID, Email })
  if (event.Inactive) list('HardBounce')
  return event
}
const complained = (id: string) => ({
  RecordType: 'SpamComplaint',
  ...message(id),
  ID: 43,
  Email: EMAIL,
  Type: 'SpamComplaint',
})
const subscription = (
  SuppressSending: boolean,
  SuppressionReason: string | null,
  MessageStream = 'alerts',
) => ({
  RecordType: 'SubscriptionChange',
  MessageID: '00000000-0000-0000-0000-000000000000',
  MessageStream,
  Recipient: EMAIL,
  SuppressSending,
  SuppressionReason,
  // Postmark has no ids of events: two that say the same are told apart by their times.
  ChangedAt: new Date(Date.UTC(2026, 3, 14) + changes++).toISOString(),
  Metadata: {},
})
let changes = 0
/** Puts the address on a list of Postmark, as what happened there did. */
const list = (reason: ListedAddress['reason'], stream = 'alerts') =>
  postmark.lists.streams[stream]?.set(EMAIL, { reason, since: '2026-04-14T14:41:05-04:00' })
const unlist = (stream = 'alerts') => postmark.lists.streams[stream]?.delete(EMAIL)
const unconfirmed = async () =>
  Number(
    /cause="told",outcome="unconfirmed"[^}]*\} (\d+)/.exec(
      await metrics.getSingleMetricAsString('address_checks_total'),
    )?.[1] ?? 0,
  )

const unsubscribeLink = async () =>
  `/u/${await linksFor('unsubscribe').seal(EMAIL, { expiresInSeconds: 60, now: new Date() })}`

const stateOf = async () => (await listDeliveries())[0]?.state
const outcomes = async () =>
  (await listPublished()).flatMap(({ data }) => (data['outcome'] ? [[data['outcome'], data['reason']]] : []))
const reasons = async () =>
  (await listSuppressions(db, 'email', hashAddress(EMAIL))).map(({ reason, scope }) => `${reason} ${scope}`)

describe('POST /webhooks/postmark', () => {
  test('200: a receipt that overtakes the answer is believed, and the answer changes nothing after it', async () => {
    const id = await aDelivery()
    expect((await post(delivered(id))).statusCode).toBe(200)

    await db.transaction((tx) => recordSteps(tx, id, [{ id, step: { state: 'accepted', providerId: 'm1' } }]))
    expect(await stateOf()).toBe('delivered')
    expect(await outcomes()).toEqual([['delivered', null]])
  })

  test('200: the same receipt again changes and publishes nothing', async () => {
    const event = trulyBounced(await aDelivery())
    await post(event)
    await post(event)

    expect(await outcomes()).toEqual([['bounced', 'hard-bounce']])
    expect((await listPublished()).filter(({ type }) => type === 'RecipientSuppressed')).toHaveLength(1)
  })

  test('200: a bounce is the last word, whatever order receipts come in', async () => {
    const id = await aDelivery()
    await post(trulyBounced(id))
    await post(delivered(id))
    expect(await stateOf()).toBe('bounced')
  })

  test('200: a soft bounce ends the message and not the address', async () => {
    await post(trulyBounced(await aDelivery(), { Type: 'SoftBounce', Inactive: false }))
    expect(await stateOf()).toBe('bounced')
    expect(await reasons()).toEqual([])
  })

  test('200: a delay is no bounce', async () => {
    await post(trulyBounced(await aDelivery(), { Type: 'Transient', Inactive: false }))
    expect(await stateOf()).toBe('sending')
  })

  test.for([
    ['HardBounce', 'alerts', 'bounced alerts'],
    ['SpamComplaint', 'alerts', 'complained alerts'],
    ['ManualSuppression', 'alerts', 'unsubscribed alerts'],
    ['HardBounce', 'outbound', 'bounced all'],
    ['SpamComplaint', 'outbound', 'complained all'],
    ['ManualSuppression', 'outbound', 'unsubscribed all'],
  ] as const)('200: %s on the stream %s stops %s', async ([theirs, stream, ours]) => {
    list(theirs, stream)
    await post(subscription(true, theirs, stream))
    expect(await reasons()).toEqual([ours])
  })

  test('200: a complaint stops what is queued for the address', async () => {
    const id = await aDelivery()
    await hear([anAlertEvent({ email: EMAIL })])
    list('SpamComplaint')
    await post(complained(id))

    expect(await reasons()).toEqual(['complained alerts'])
    expect((await listDeliveries()).map(({ state }) => state).toSorted()).toEqual(['sending', 'suppressed'])
  })

  test('200: a cleared bounce is lifted, and the visitor’s own wish stays', async () => {
    list('HardBounce')
    await post(subscription(true, 'HardBounce'))
    await app.inject({ method: 'POST', url: await unsubscribeLink() })
    unlist()
    await post(subscription(false, null))
    expect(await reasons()).toEqual(['unsubscribed alerts'])
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
    ['a bounce without an address', { RecordType: 'Bounce', MessageID: 'm1', ID: 1, Type: 'HardBounce' }],
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

describe('what Postmark does not bear out', () => {
  test.for([
    ['a bounce', (id: string) => bounced(id)],
    ['a complaint', (id: string) => complained(id)],
    ['a suppression', () => subscription(true, 'HardBounce')],
  ] as const)('%s changes nothing, and is counted', async ([, toEvent]) => {
    const id = await aDelivery()
    const before = await unconfirmed()

    expect((await post(toEvent(id))).statusCode).toBe(200)

    expect([await stateOf(), await reasons(), await outcomes()]).toEqual(['sending', [], []])
    expect(await unconfirmed()).toBe(before + 1)
  })

  test('a bounce of another message or address does not end a delivery', async () => {
    const id = await aDelivery()
    const { ID, Type, MessageID } = bounced(id)
    postmark.lists.bounces.set(ID, { Type, MessageID, Email: 'another@example.com' })
    await post(bounced(id))
    expect(await stateOf()).toBe('sending')

    await db.execute(sql`update deliveries set provider_id = 'another'`)
    await post({ ...trulyBounced(id), ID: 44 })
    postmark.lists.bounces.set(44, { Type, MessageID, Email: EMAIL })
    await lookUp()
    expect(await stateOf()).toBe('sending')
  })

  test('a release lifts nothing while the address is on the list', async () => {
    list('SpamComplaint')
    await post(subscription(true, 'SpamComplaint'))
    await post(subscription(false, null))
    expect(await reasons()).toEqual(['complained alerts'])
  })
})

describe('a look-up', () => {
  test('that Postmark does not answer is made again until it does', async () => {
    const event = trulyBounced(await aDelivery())
    postmark.lists.state.isDown = true
    await post(event)
    expect([await stateOf(), await reasons()]).toEqual(['sending', []])

    postmark.lists.state.isDown = false
    await lookUp()
    expect([await stateOf(), await reasons()]).toEqual(['bounced', ['bounced alerts']])
  })

  test('forgets the address once it is settled', async () => {
    list('SpamComplaint')
    await post(subscription(true, 'SpamComplaint'))
    const checks = await db.execute(sql`select address, claim::text, outcome from address_checks`)
    expect(checks).toMatchObject([{ address: null, outcome: 'confirmed' }])
    expect(JSON.stringify(checks)).not.toContain(EMAIL)
  })

  test('does not take back what was recorded after it began', async () => {
    await db.execute(sql`
      insert into suppressions (channel, address_hash, reason, scope, created_at)
      values ('email', ${hashAddress(EMAIL)}, 'bounced', 'alerts', now() + interval '1 minute')`)
    await post(subscription(false, null))
    expect(await reasons()).toEqual(['bounced alerts'])
  })
})

test('an alert that a receipt shows before the answer was heard is in the latency, once', async () => {
  const before = await countLatencies()
  const id = await aDelivery()
  await post({ RecordType: 'Delivery', Recipient: EMAIL, ...message(id) })
  expect(await countLatencies()).toBe(before + 1)

  await post(trulyBounced(id))
  expect(await countLatencies()).toBe(before + 1)
})

async function countLatencies(): Promise<number> {
  const text = await metrics.getSingleMetricAsString('alert_latency_seconds')
  return Number(/^alert_latency_seconds_count\{[^}]*\} (\d+)$/m.exec(text)?.[1])
}
