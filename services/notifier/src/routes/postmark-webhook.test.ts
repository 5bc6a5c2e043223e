import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { recordSteps } from '../db/deliveries/outcomes.ts'
import { anAlertEvent, linksFor } from '../testing/notifier.ts'
import { SETTINGS } from '../testing/settings.ts'
import {
  basic,
  complained,
  createPostmarkNotifier,
  delivered,
  EMAIL,
  message,
  subscription,
} from '../testing/postmark-webhook.ts'

const notifier = await createPostmarkNotifier()
const { app, db, hear, list, listDeliveries, listPublished, metrics, unlist, clear, close } = notifier
const { aDelivery, outcomes, post, reasons, stateOf, trulyBounced } = notifier
afterAll(close)
beforeEach(async () => {
  await clear()
  notifier.postmark.reset()
})

const unsubscribeLink = async () =>
  `/u/${await linksFor('unsubscribe').seal(EMAIL, { expiresInSeconds: 60, now: new Date() })}`

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
  ] as const)('401: a receipt with %s is refused, whatever its body', async ([, headers]) => {
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
