import { linkHeaders } from '@walkon/testing/service'
import { deliveryRecorded } from '@walkon/contracts/events/notifications'
import { connectPostgres } from '@walkon/service/postgres'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseReplacing, insertTestDevice } from '../../testing/devices.ts'
import { anAlertEvent, createTestNotifier } from '../../testing/notifier.ts'
import { startPostmarkServer } from '../../testing/postmark-server.ts'
import { startPushServer } from '../../testing/push-server.ts'
import { createTestSenders } from '../../testing/senders.ts'

/** Push in place of email: the email of an alert goes if, and only if, no device has taken the alert. */

const { app, db, url, hear, published, runJob, countStates, clear, close } = await createTestNotifier()
const pushes = await startPushServer()
const postmark = await startPostmarkServer()
const startSenders = createTestSenders(connectPostgres, url, {
  PUSH_TEST_ORIGINS: pushes.url,
  POSTMARK_API_URL: postmark.url,
})
afterAll(async () => {
  await pushes.close()
  await postmark.close()
  await close()
})
beforeEach(async () => {
  await clear()
  pushes.reset()
  postmark.reset()
})
afterEach(() => pushes.breakHanging())

const ADA = 'ada@example.com'

/** A device of Ada's whose endpoint has this path. */
const addDevice = (path: string = randomUUID()) => insertTestDevice(db, ADA, `${pushes.url}/${path}`)
const alertAda = (overrides = {}) => hear([anAlertEvent({ email: ADA, ...overrides })])
const mailed = () => postmark.ledger.accepted.map(({ to }) => to)
const settled = (states: Record<string, number>) =>
  vi.waitFor(async () => expect(await countStates()).toEqual(states))

test('while a device accepts pushes that replace email, no email is sent, and the history shows the push alone', async () => {
  await addDevice()
  await chooseReplacing(app, ADA)
  await startSenders(1)
  await alertAda()

  await settled({ accepted: 1, suppressed: 1 })
  expect(mailed()).toEqual([])
  expect(pushes.accepted).toHaveLength(1)
  const history = await app.inject({ url: '/history', headers: await linkHeaders(ADA) })
  expect(history.json()).toMatchObject([{ channel: 'push', state: 'accepted' }])
  expect(await published(deliveryRecorded)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ channel: 'email', outcome: 'suppressed', reason: 'replaced-by-push' }),
    ]),
  )
})

test('without the choice that push replaces email, the alert goes by email and to each device', async () => {
  await addDevice()
  await addDevice()
  await startSenders(1)
  await alertAda()

  await settled({ accepted: 3 })
  expect(mailed()).toEqual([ADA])
})

test('with the choice that push replaces email, and no device, the email goes at once', async () => {
  await chooseReplacing(app, ADA)
  await startSenders(1)
  await alertAda()

  await settled({ accepted: 1 })
  expect(mailed()).toEqual([ADA])
})

test.for([
  ['its endpoint is dead', 410],
  ['it was never known', 404],
  ['its key is another', 403],
  ['the payload is refused', 413],
] as const)('the email is sent when the only device ends without accepting: %s', async ([, status]) => {
  pushes.state.answerOf = () => ({ status })
  await addDevice()
  await chooseReplacing(app, ADA)
  await startSenders(1)
  await alertAda()

  await settled({ failed: 1, accepted: 1 })
  expect(mailed()).toEqual([ADA])
})

test('the email is sent when the push service does not answer until the time for it is over', async () => {
  pushes.state.faultOf = () => 'error'
  await addDevice()
  await chooseReplacing(app, ADA)
  await alertAda()
  await db.execute(sql`update deliveries set expires_at = now() + interval '1 second' where channel = 'push'`)
  await startSenders(1)

  await settled({ expired: 1, accepted: 1 })
  expect(mailed()).toEqual([ADA])
})

test('the email is sent when the visitor removes the device before the push has left', async () => {
  const id = await addDevice()
  await chooseReplacing(app, ADA)
  await alertAda()
  await app.inject({ method: 'DELETE', url: `/devices/${id}`, headers: await linkHeaders(ADA) })
  await startSenders(1)

  await settled({ suppressed: 1, accepted: 1 })
  expect(mailed()).toEqual([ADA])
})

test('the email is sent when the endpoint has ended by itself before the push has left', async () => {
  const id = await addDevice()
  await chooseReplacing(app, ADA)
  await alertAda()
  await db.execute(sql`update push_devices set expires_at = now() where id = ${id}::uuid`)
  await startSenders(1)

  await settled({ suppressed: 1, accepted: 1 })
  expect(mailed()).toEqual([ADA])
})

test('the email is sent when pushes are switched off while one is queued', async () => {
  await addDevice()
  await chooseReplacing(app, ADA)
  await alertAda()
  await db.execute(sql`update deliveries set expires_at = now() where channel = 'push'`)
  await runJob('expire-deliveries')
  await startSenders(1, { STOP_ALL_PUSHES: 'true' })

  await settled({ expired: 1, accepted: 1 })
  expect(mailed()).toEqual([ADA])
})

test('the email waits for the last device, and one that accepts is enough', async () => {
  pushes.state.answerOf = (path) => (path.startsWith('/dead') ? { status: 410 } : null)
  await addDevice('dead-1')
  await addDevice('alive')
  await addDevice('dead-2')
  await chooseReplacing(app, ADA)
  await startSenders(2)
  await alertAda()

  await settled({ failed: 2, accepted: 1, suppressed: 1 })
  expect(mailed()).toEqual([])
})

test('the email is sent once when all devices end at the same moment in different processes', async () => {
  pushes.state.answerOf = () => ({ status: 410 })
  for (let count = 0; count < 10; count++) await addDevice()
  await chooseReplacing(app, ADA)
  await startSenders(3, { PUSH_CONCURRENCY: '4' })
  await alertAda()

  await settled({ failed: 10, accepted: 1 })
  expect(mailed()).toEqual([ADA])
})

test('an email to another mailbox than the visitor’s own is not replaced', async () => {
  await addDevice()
  await chooseReplacing(app, ADA)
  await startSenders(1)
  await alertAda({ recipients: [{ channel: 'email', address: 'friend@example.com' }] })

  await settled({ accepted: 2 })
  expect(mailed()).toEqual(['friend@example.com'])
})

test('alerts that are published again bring no second push, no email, and nothing to a device that came later', async () => {
  await addDevice()
  await chooseReplacing(app, ADA)
  const first = anAlertEvent({ email: ADA })
  await hear([first])
  await addDevice()
  await hear([{ ...first, event: { ...first.event, id: randomUUID() } }])
  await startSenders(1)

  await settled({ accepted: 1, suppressed: 1 })
  expect([pushes.accepted.length, mailed()]).toEqual([1, []])
})

test('an email that waits is no pending delivery for the metric', async () => {
  await addDevice()
  await chooseReplacing(app, ADA)
  const [metrics] = await startSenders(1, {
    PUSH_TEST_ORIGINS: pushes.url,
    PUSHES_PER_SECOND: '1',
    STOP_ALL_PUSHES: 'true',
  })
  await alertAda()

  const text = await metrics?.metrics()
  expect(text).toContain('delivery_oldest_pending_seconds{channel="push"')
  expect(text).not.toContain('delivery_oldest_pending_seconds{channel="email"')
})
