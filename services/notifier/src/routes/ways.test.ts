import { hashAddress } from '@walkon/service/address-hash'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { listSuppressions } from '../db/suppressions/suppressions.ts'
import { aNumber, aTextPass, createTestNotifier, linksFor } from '../testing/notifier.ts'

const { accounts, app, db, hear, suppress, listDeliveries, listPublished, runJob, stopClock, clear, close } =
  await createTestNotifier()

afterAll(close)
beforeEach(clear)

const EMAIL = 'visitor@example.com'
const NUMBER = '+14075550123'
const addressHash = hashAddress(EMAIL)
// Budgets count by address and number over the whole file, so each test that spends has a visitor of its own.
let visitors = 0
const aVisitor = () => `visitor-${visitors++}@example.com`

const get = async (email = EMAIL) =>
  (await app.inject({ url: '/ways', headers: accounts.headersFor({ email }) })).json()
const post = (url: string, payload: object = {}, email = EMAIL) =>
  app.inject({ method: 'POST', url, headers: accounts.headersFor({ email }), payload })

const order = (email = EMAIL, number = NUMBER) =>
  hear([aTextPass({ email, recipient: { channel: 'sms', address: number } })])
const answerYes = () => db.execute(sql`update consents set confirmed_at = now()`)
const stop = (number = NUMBER) =>
  suppress({ channel: 'sms', addressHash: hashAddress(number), reason: 'unsubscribed', scope: 'all' })
const suppressed = (reason: 'unsubscribed' | 'bounced' | 'complained', scope: 'alerts' | 'all' = 'alerts') =>
  suppress({ channel: 'email', addressHash, reason, scope })
const kindsQueued = async () =>
  (await listDeliveries()).map(({ content }) => (content as { kind: string } | null)?.kind)

describe('GET /ways/text', () => {
  const getText = async (email: string) =>
    (await app.inject({ url: '/ways/text', headers: accounts.headersFor({ email }) })).json()

  test('200: the only number of a visitor waits for its YES, and is confirmed by it', async () => {
    await order()
    const waiting = await getText(EMAIL)
    await answerYes()
    expect([waiting, await getText(EMAIL)]).toEqual([
      { way: { number: '••• 0123', state: 'waiting-for-yes' } },
      { way: { number: '••• 0123', state: 'confirmed' } },
    ])
  })

  test('200: of several numbers none is told, nor one of another visitor', async () => {
    await order()
    await order(EMAIL, aNumber())
    expect([await getText(EMAIL), await getText(aVisitor())]).toEqual([{ way: null }, { way: null }])
  })

  test('200: the key of one park is told too', async () => {
    await order()
    const key = { expiresInSeconds: 60, now: new Date(), parkId: '75ea578a-adc8-4116-a54d-dccb60765ef9' }
    const headers = { authorization: `Bearer ${await linksFor('manage').seal(EMAIL, key)}` }
    const [own, all] = [
      await app.inject({ url: '/ways/text', headers }),
      await app.inject({ url: '/ways', headers }),
    ]
    expect([own.json(), all.json().code]).toMatchObject([
      { way: { state: 'waiting-for-yes' } },
      'opens-one-park',
    ])
  })
})

describe('GET /ways', () => {
  test('200: shows the address in part, and that alerts go there', async () => {
    expect(await get()).toEqual({
      email: {
        channel: 'email',
        address: 'v•••@example.com',
        state: 'ok',
        takesLetters: true,
        lastTest: null,
      },
      numbers: [],
    })
  })

  test.for([
    ['unsubscribed', 'alerts', true],
    ['bounced', 'alerts', true],
    ['complained', 'alerts', true],
    ['bounced', 'all', false],
  ] as const)('200: an address that has %s (%s) says so', async ([reason, scope, takesLetters]) => {
    await suppressed(reason, scope)
    expect(await get()).toMatchObject({ email: { state: reason, takesLetters } })
  })

  test('200: a number waits for its YES, is confirmed by it and ended by STOP', async () => {
    await order()
    const waiting = await get()
    await answerYes()
    const confirmed = await get()
    await stop()
    const stopped = await get()

    expect([waiting, confirmed, stopped].map(({ numbers }) => numbers)).toMatchObject([
      [{ channel: 'sms', number: '••• 0123', state: 'waiting-for-yes', isTested: false }],
      [{ state: 'confirmed', isTested: true }],
      [{ state: 'stopped', isTested: false }],
    ])
    expect(JSON.stringify([waiting, confirmed, stopped])).not.toContain(NUMBER.slice(2, 9))
  })

  test('200: a number that Twilio could not reach does not say that it has answered STOP', async () => {
    await order()
    await answerYes()
    await suppress({ channel: 'sms', addressHash: hashAddress(NUMBER), reason: 'invalid', scope: 'all' })

    expect(await get()).toMatchObject({ numbers: [{ state: 'unreachable', isTested: false }] })
  })

  test('200: shows no other visitor’s numbers and tests', async () => {
    await order()
    await post('/test-alerts', { channel: 'email' })
    expect(await get('outsider@example.com')).toMatchObject({ email: { lastTest: null }, numbers: [] })
  })
})

describe('POST /test-alerts', () => {
  test('202: queues one message to the caller that is no alert: no history, and nothing for the guarantee', async () => {
    const email = aVisitor()
    expect((await post('/test-alerts', { channel: 'email' }, email)).statusCode).toBe(202)

    expect(await listDeliveries()).toMatchObject([{ address: email, content: { kind: 'test-alert' } }])
    const headers = accounts.headersFor({ email })
    expect((await app.inject({ url: '/history', headers })).json()).toEqual([])
    expect(await get(email)).toMatchObject({ email: { lastTest: { state: 'queued', reason: null } } })
    await db.execute(sql`update deliveries set expires_at = now()`)
    await runJob('expire-deliveries')
    expect(await listPublished()).toMatchObject([{ data: { outcome: 'expired', alerts: [] } }])
    expect(await get(email)).toMatchObject({ email: { lastTest: { state: 'expired', reason: 'expired' } } })
  })

  test('202: a text goes to the number that answered YES', async () => {
    const email = aVisitor()
    await order(email)
    await answerYes()
    await db.execute(sql`delete from deliveries`)
    expect((await post('/test-alerts', { channel: 'sms' }, email)).statusCode).toBe(202)
    expect(await listDeliveries()).toMatchObject([{ address: NUMBER, content: { kind: 'test-alert' } }])
  })

  test('409: no test is mailed to an address that gets no alert', async () => {
    await suppressed('unsubscribed')
    const response = await post('/test-alerts', { channel: 'email' })
    expect(response.json()).toMatchObject({ status: 409, code: 'address-suppressed' })
    expect(await listDeliveries()).toEqual([])
  })

  test.for(['waiting', 'stopped', 'another visitor’s'] as const)(
    '409: no test goes to a number that is %s',
    async (which) => {
      const email = aVisitor()
      await order(which === 'another visitor’s' ? aVisitor() : email)
      if (which !== 'waiting') await answerYes()
      if (which === 'stopped') await stop()
      const response = await post('/test-alerts', { channel: 'sms' }, email)
      expect(response.json()).toMatchObject({ status: 409, code: 'no-confirmed-number' })
    },
  )

  test('429: the sixth test of an hour is refused, for this visitor alone', async () => {
    stopClock()
    const email = aVisitor()
    const answers = []
    for (let count = 0; count < 6; count++)
      answers.push(await post('/test-alerts', { channel: 'email' }, email))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202, 202, 202, 429])
    expect((await post('/test-alerts', { channel: 'email' }, aVisitor())).statusCode).toBe(202)
  })

  test('401: needs the account or the manage link of the visitor', async () => {
    const response = await app.inject({ method: 'POST', url: '/test-alerts', payload: { channel: 'email' } })
    expect(response.statusCode).toBe(401)
  })
})

describe('POST /ways/email/resume', () => {
  test('204: takes an unsubscription back, and once more changes nothing', async () => {
    await suppressed('unsubscribed')
    const statuses = [await post('/ways/email/resume'), await post('/ways/email/resume')]
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([204, 204])
    expect(await listSuppressions(db, 'email', addressHash)).toEqual([])
  })

  test.for(['bounced', 'complained'] as const)(
    '409: an address that has %s stays as it is',
    async (reason) => {
      await suppressed(reason)
      expect((await post('/ways/email/resume')).json()).toMatchObject({
        status: 409,
        code: 'nothing-to-resume',
      })
      expect(await listSuppressions(db, 'email', addressHash)).toMatchObject([{ reason }])
    },
  )
})

describe('POST /ways/email/link', () => {
  test('202: mails a link to an address whose alerts came back', async () => {
    await suppressed('bounced')
    expect((await post('/ways/email/link')).statusCode).toBe(202)
    expect(await kindsQueued()).toEqual(['letter'])
  })

  test.for([
    ['nothing-to-resume', 'complained', 'alerts'],
    ['address-suppressed', 'bounced', 'all'],
  ] as const)('409 %s: an address that has %s (%s) gets no link', async ([code, reason, scope]) => {
    await suppressed(reason, scope)
    expect((await post('/ways/email/link')).json()).toMatchObject({ status: 409, code })
    expect(await listDeliveries()).toEqual([])
  })
})

describe('POST /ways/sms/question', () => {
  const aMinuteAgo = () => db.execute(sql`update consents set asked_at = now() - interval '2 minutes'`)

  test('202, then 429: the number is asked again, three times a day in all', async () => {
    stopClock()
    const [email, number] = [aVisitor(), '+14075550177']
    await order(email, number)
    const statuses = []
    for (let count = 0; count < 3; count++) {
      await aMinuteAgo()
      statuses.push((await post('/ways/sms/question', {}, email)).statusCode)
    }
    expect(statuses).toEqual([202, 202, 429])
    expect(await kindsQueued()).toEqual(['number-question', 'number-question', 'number-question'])
  })

  test.for(['first', 'second'])(
    '202: of two numbers the one is asked again though the other, the %s, was asked three times today',
    async (spent) => {
      const [email, numbers] = [aVisitor(), [aNumber(), aNumber()] as const]
      const [over, free] = spent === 'first' ? numbers : numbers.toReversed()
      for (const number of numbers) await order(email, number)
      for (const another of [aVisitor(), aVisitor()]) await order(another, over)
      await aMinuteAgo()
      await db.execute(sql`truncate deliveries cascade`)

      expect((await post('/ways/sms/question', {}, email)).statusCode).toBe(202)
      expect((await listDeliveries()).map(({ address }) => address)).toEqual([free])
      expect((await post('/ways/sms/question', {}, email)).statusCode).toBe(202)
      expect(await listDeliveries()).toHaveLength(1)
    },
  )

  test('202: a second press within a minute asks once', async () => {
    const [email, number] = [aVisitor(), '+14075550178']
    await order(email, number)
    await aMinuteAgo()
    await Promise.all([post('/ways/sms/question', {}, email), post('/ways/sms/question', {}, email)])
    expect(await listDeliveries()).toHaveLength(2)
  })

  test('409: no number waits that has answered or stopped', async () => {
    const [email, number] = [aVisitor(), '+14075550179']
    await order(email, number)
    await stop(number)
    expect((await post('/ways/sms/question', {}, email)).json()).toMatchObject({ code: 'no-number-waiting' })
  })
})
