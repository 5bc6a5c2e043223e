import type { Recipient } from '@walkon/contracts/values'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { applyFailedText } from '../use-cases/texts/apply-failed-text.ts'
import { anAlert, createTestNotifier, textedEvent } from '../testing/notifier.ts'

const notifier = await createTestNotifier()
const { db, hear, runJob, applyTwilio, confirmNumbers, listDeliveries, listPublished, clear, close } =
  notifier
afterAll(close)
beforeEach(clear)

const NUMBER = '+14075550123'
const EMAIL = 'visitor@example.com'
const FIRST = 'SMfirst'
const SECOND = 'SMsecond'

/** A text of alerts that Twilio has accepted, and the event that asked for it. */
async function textAccepted(recipients: Recipient[] = [{ channel: 'sms', address: NUMBER }]) {
  const event = textedEvent({ email: EMAIL, recipients, alerts: [anAlert(), anAlert()] })
  await confirmNumbers([event])
  await hear([event])
  const [text] = (await listDeliveries()).filter(({ channel }) => channel === 'sms')
  await accepted(text!.id, FIRST)
  return { id: text!.id, event }
}

/** Records a text as taken by Twilio. */
const accepted = (id: string, sid: string) =>
  db.execute(sql`
    update deliveries set state = 'accepted', provider_id = ${sid}, accepted_at = now() where id = ${id}`)

const failed = (id: string, sid: string, code = 30003) =>
  applyTwilio(
    {
      MessageSid: sid,
      MessageStatus: 'undelivered',
      ErrorCode: String(code),
      To: NUMBER,
      From: '+18885550100',
    },
    `delivery=${id}`,
  )
const arrived = (id: string, sid: string, status = 'delivered') =>
  applyTwilio({ MessageSid: sid, MessageStatus: status, To: NUMBER, From: '+18885550100' }, `delivery=${id}`)

const texts = async () => (await listDeliveries()).filter(({ channel }) => channel === 'sms')
const mails = async () => (await listDeliveries()).filter(({ channel }) => channel === 'email')

test.for([30001, 30003, 30008, 30022])('after %i a text of alerts is queued once more', async (code) => {
  const { id } = await textAccepted()
  await failed(id, FIRST, code)

  expect(await texts()).toMatchObject([{ state: 'queued', lastError: `twilio-${code}` }])
  expect((await texts())[0]?.content).toMatchObject({ kind: 'ride-alerts' })
  expect(await mails()).toEqual([])
})

test('a failure that Twilio tells again changes nothing, neither before the second text nor after it', async () => {
  const { id } = await textAccepted()
  await failed(id, FIRST)
  await db.execute(sql`update provider_events set applied_at = null`)
  while (await runJob('apply-twilio-events')) continue
  expect(await texts()).toMatchObject([{ state: 'queued' }])

  await accepted(id, SECOND)
  await db.execute(sql`update provider_events set applied_at = null`)
  while (await runJob('apply-twilio-events')) continue

  expect(await texts()).toMatchObject([{ state: 'accepted' }])
  expect(await mails()).toEqual([])
})

test('a second failure is the last: the alerts are mailed, and counted once as given', async () => {
  const { id, event } = await textAccepted()
  await failed(id, FIRST)
  await accepted(id, SECOND)
  await failed(id, SECOND, 30008)

  expect(await texts()).toMatchObject([{ state: 'bounced', lastError: 'twilio-30008', content: null }])
  expect(await mails()).toMatchObject([{ address: EMAIL, state: 'queued' }])
  await hear([{ ...event, event: { ...event.event, id: crypto.randomUUID() } }])
  expect(await listDeliveries()).toHaveLength(2)
  expect(await db.execute(sql`select from delivery_alerts where channel = 'email'`)).toHaveLength(2)
})

test('a failure that lasts is not texted again, and its alerts are mailed at once', async () => {
  const { id } = await textAccepted()
  await failed(id, FIRST, 30007)

  expect(await texts()).toMatchObject([{ state: 'bounced' }])
  expect(await mails()).toMatchObject([{ state: 'queued' }])
})

test('alerts that were mailed already are not mailed in place of their text', async () => {
  const { id } = await textAccepted([
    { channel: 'sms', address: NUMBER },
    { channel: 'email', address: EMAIL },
  ])
  await failed(id, FIRST, 30007)

  expect(await texts()).toMatchObject([{ state: 'bounced' }])
  expect(await mails()).toHaveLength(1)
})

test('alerts that are of no use any more are neither texted again nor mailed', async () => {
  const { id } = await textAccepted()
  await db.execute(sql`update deliveries set expires_at = now()`)
  await failed(id, FIRST)

  expect(await texts()).toMatchObject([{ state: 'bounced' }])
  expect(await mails()).toEqual([])
})

test('alerts whose time is too short for a second text are mailed at once', async () => {
  const { id } = await textAccepted()
  const failure = { kind: 'text-failed', deliveryId: id, providerId: FIRST, reason: 'twilio-30003' } as const
  await db.transaction((tx) =>
    applyFailedText(
      tx,
      { ...failure, address: NUMBER, suppress: null, mayPass: true, isOurFault: false },
      { retrySeconds: 60, fallbackSeconds: 60 },
    ),
  )

  expect(await texts()).toMatchObject([{ state: 'bounced' }])
  expect(await mails()).toMatchObject([{ state: 'queued' }])
})

test('a text that arrived after all is not sent again, however late Twilio says so', async () => {
  const { id } = await textAccepted()
  await failed(id, FIRST, 30008)
  await arrived(id, FIRST)

  expect(await texts()).toMatchObject([{ state: 'delivered', content: null }])
})

test('a text whose first try has arrived after all does not fail with its second try', async () => {
  const { id } = await textAccepted()
  await failed(id, FIRST, 30008)
  await accepted(id, SECOND)
  await arrived(id, FIRST)
  await failed(id, SECOND)

  expect(await texts()).toMatchObject([{ state: 'delivered' }])
  expect(await mails()).toEqual([])
})

test('a late report that the failed text was sent does not hold back the second', async () => {
  const { id } = await textAccepted()
  await failed(id, FIRST)
  await arrived(id, FIRST, 'sent')

  expect(await texts()).toMatchObject([{ state: 'queued' }])
})

test.for([30003, 30007])(
  'the failure (%i) of a text whose call timed out neither repeats nor ends the text that was sent in its place',
  async (code) => {
    const { id } = await textAccepted()
    await accepted(id, SECOND)
    await failed(id, FIRST, code)

    expect(await texts()).toMatchObject([{ state: 'accepted' }])
    expect(await db.execute(sql`select provider_id as sid from deliveries`)).toEqual([{ sid: SECOND }])
    expect(await mails()).toEqual([])
  },
)

test('a number that the failure of an earlier text shows to be dead is written to no more', async () => {
  const { id } = await textAccepted()
  await accepted(id, SECOND)
  await failed(id, FIRST, 30005)

  expect(await db.execute(sql`select reason from suppressions`)).toEqual([{ reason: 'invalid' }])
})

test('a failure that comes before the answer of its own call is not undone by the answer', async () => {
  const { id } = await textAccepted()
  await db.execute(sql`
    update deliveries set state = 'sending', provider_id = null, lease_owner = gen_random_uuid(), lease_until = now() + interval '1 minute'`)
  await failed(id, FIRST)

  expect(await texts()).toMatchObject([{ state: 'queued' }])
  expect(await db.execute(sql`select retry_of as sid, lease_owner as owner from deliveries`)).toEqual([
    { sid: FIRST, owner: null },
  ])
})

test('codes and answers are not texted again', async () => {
  const { id } = await textAccepted()
  await db.execute(sql`update deliveries set source = 'notification'`)
  await failed(id, FIRST)

  expect(await texts()).toMatchObject([{ state: 'bounced' }])
  expect(await mails()).toEqual([])
})

test('each end is published once', async () => {
  const { id } = await textAccepted()
  await failed(id, FIRST)
  await accepted(id, SECOND)
  await failed(id, SECOND)

  const ends = (await listPublished()).filter(({ type }) => type === 'DeliveryRecorded')
  expect(ends.map(({ data }) => data['outcome'])).toEqual(['bounced'])
})

test('the words of an accepted text are forgotten when its alerts are of no use any more', async () => {
  await textAccepted()
  await runJob('expire-deliveries')
  expect((await texts())[0]?.content).not.toBeNull()

  await db.execute(sql`update deliveries set expires_at = now()`)
  await runJob('expire-deliveries')
  expect(await texts()).toMatchObject([{ state: 'accepted', content: null }])
})

test('an accepted answer says for a day which rides it named', async () => {
  await textAccepted()
  await db.execute(sql`
    update deliveries set source = 'notification', content = '{"kind": "reply-answer", "to": {"kind": "yes"}}', expires_at = now()`)
  await runJob('expire-deliveries')
  expect((await texts())[0]?.content).not.toBeNull()

  await db.execute(sql`update deliveries set created_at = now() - interval '1 day'`)
  await runJob('expire-deliveries')
  expect((await texts())[0]?.content).toBeNull()
})

// The last of the file, because the pause that follows is for all texts.
test('after 30034, which is our configuration’s, the alerts are mailed, it is counted once, and the next go by email', async () => {
  const { id } = await textAccepted()
  await failed(id, FIRST, 30034)
  await db.execute(sql`update provider_events set applied_at = null`)
  while (await runJob('apply-twilio-events')) continue

  expect(await texts()).toMatchObject([{ state: 'bounced', lastError: 'twilio-30034' }])
  expect(await mails()).toMatchObject([{ address: EMAIL, state: 'queued' }])
  expect(await notifier.metrics.metrics()).toContain(
    'provider_configuration_errors_total{channel="sms",reason="twilio-30034",service="notifier"} 1',
  )
  await hear([textedEvent({ email: EMAIL, recipients: [{ channel: 'sms', address: NUMBER }] })])
  expect(await texts()).toHaveLength(1)
  expect(await mails()).toHaveLength(2)
})
