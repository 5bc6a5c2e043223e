import { hashAddress } from '@walkon/service/address-hash'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestNotifier } from '../testing/notifier.ts'
import { createTextReplies, NUMBER } from '../testing/text-replies.ts'

const notifier = await createTestNotifier()
const { db, runJob, twilioTells, listDeliveries, listPublished, clear, close } = notifier
const { replied, textAccepted, suppressions } = createTextReplies(notifier)
const told = notifier.applyTwilio
afterAll(close)
beforeEach(clear)

describe('POST /webhooks/twilio', () => {
  const params = { MessageSid: 'SM1', MessageStatus: 'delivered', To: NUMBER, From: '+18885550100' }

  test('200: a signed callback says what became of its text, and what it says again changes nothing', async () => {
    const { id } = await textAccepted()

    expect((await told(params, `delivery=${id}`)).statusCode).toBe(200)
    await told(params, `delivery=${id}`)

    expect(await listDeliveries()).toMatchObject([{ state: 'delivered' }])
    expect((await listPublished()).map(({ data }) => data['outcome'])).toEqual(['delivered'])
  })

  test('200: a callback settles a text whose call had no answer', async () => {
    const { id } = await textAccepted()
    await db.execute(sql`update deliveries set state = 'unknown'`)

    await told({ ...params, MessageStatus: 'sent' }, `delivery=${id}`)

    expect(await listDeliveries()).toMatchObject([{ state: 'accepted' }])
  })

  test.for([
    ['30005', [{ channel: 'sms', hash: hashAddress(NUMBER), reason: 'invalid' }]],
    ['30007', []],
  ] as const)('200: a text undelivered with %s is told so', async ([code, expected]) => {
    const { id } = await textAccepted()

    await told({ ...params, MessageStatus: 'undelivered', ErrorCode: code }, `delivery=${id}`)

    const texts = (await listDeliveries()).filter(({ channel }) => channel === 'sms')
    expect(texts).toMatchObject([{ state: 'bounced', lastError: `twilio-${code}` }])
    expect(await suppressions()).toEqual(expected)
  })

  test('401: a callback with another token, another address or changed parameters is refused, and nothing is stored', async () => {
    const { id } = await textAccepted()
    const query = `delivery=${id}`
    const forgeries = [
      { query, token: 'another' },
      { query, sentQuery: `${query}&more=1` },
      { query, sentParams: { ...params, MessageStatus: 'undelivered' } },
    ]

    const statuses = await Promise.all(
      forgeries.map(async (forgery) => (await twilioTells(params, forgery)).statusCode),
    )

    expect(statuses).toEqual([401, 401, 401])
    expect(await db.execute(sql`select from provider_events`)).toHaveLength(0)
  })
})

/** Purges as after five days: applied events, and those past their retention. */
const purgeApplied = async () => {
  await db.execute(sql`update provider_events set received_at = received_at - interval '5 days'`)
  await runJob('purge-provider-events')
}

describe('a signed request that was captured', () => {
  const word = (Body: string, MessageSid = `SM${Body}`) => ({
    Body,
    From: NUMBER,
    MessageSid,
    NumMedia: '0',
    To: '+18885550100',
  })

  test('START does not end a later STOP when its request comes again after its event was purged', async () => {
    await told(word('STOP', 'SM1'))
    await told(word('START'))
    await told(word('STOP', 'SM2'))
    await purgeApplied()

    expect((await told(word('START'))).json()).toEqual({ status: 'stored' })

    expect(await suppressions()).toMatchObject([{ channel: 'sms', reason: 'unsubscribed' }])
    expect(await db.execute(sql`select from provider_events`)).toHaveLength(0)
  })

  test('START does not end a later STOP when its parameters are divided in another way under the same signature', async () => {
    await told(word('START'))
    await told(word('STOP'))
    const { NumMedia: _, ...others } = word('START')

    const response = await twilioTells(word('START'), {
      sentParams: { ...others, MessageSid: 'SMSTARTNumMedia0' },
    })
    while (await runJob('apply-twilio-events')) continue

    expect(response.statusCode).toBe(200)
    expect(await suppressions()).toMatchObject([{ channel: 'sms', reason: 'unsubscribed' }])
  })

  test('a failure that names a number does not end its texts when its request comes again after its event was purged', async () => {
    const { id } = await textAccepted()
    const failed = { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '21610', To: NUMBER }
    await told(failed, `delivery=${id}`)
    await replied('START')
    await purgeApplied()

    await told(failed, `delivery=${id}`)

    expect(await suppressions()).toEqual([])
  })
})

test.for(['72975', 'WALKON', 'whatsapp:+14075550123'])(
  '200: a text from %s, which is no number that we write to, is not stored',
  async (From) => {
    const response = await told({ MessageSid: 'SMnone', From, To: '+18885550100', Body: 'Your code is 1' })

    expect([response.statusCode, response.json()]).toEqual([200, { status: 'ignored' }])
    expect(await db.execute(sql`select from provider_events`)).toHaveLength(0)
  },
)

test('a text from no number that was set aside by an earlier release is applied without effect', async () => {
  const body = new URLSearchParams({ MessageSid: 'SMold', From: '72975', To: '+18885550100', Body: 'STOP' })
  await db.execute(sql`
    insert into provider_events (provider, event_id, body, address_hashes)
    values ('twilio', 'SMold received', ${Buffer.from(body.toString())}, '{}')`)
  await runJob('apply-twilio-events')

  expect(await db.execute(sql`select rejection from provider_events where applied_at is not null`)).toEqual([
    { rejection: null },
  ])
  expect(await suppressions()).toEqual([])
})
