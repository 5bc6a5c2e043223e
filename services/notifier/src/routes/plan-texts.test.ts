import { numberConfirmationsChanged } from '@walkon/contracts/events/notifications'
import type { WayList } from '@walkon/contracts/http/ways'
import { hashAddress } from '@walkon/service/address-hash'
import { linkHeaders } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { aNumber, aTextPass } from '../testing/notifier.ts'
import { aPlan, createPlanTextNotifier, endOf } from '../testing/plan-texts.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const notifier = await createPlanTextNotifier({ now: () => NOW })
const { accounts, app, call, choose, coverWithTexts, db, hear, published, remove, runJob, suppress, close } =
  notifier
afterAll(close)

// Attempts count by address and number over the whole file, so each test has a visitor of its own.
let visitors = 0
let [ADA, NUMBER] = ['', '']
beforeEach(async () => {
  await notifier.clear()
  ADA = `ada-${visitors++}@example.com`
  NUMBER = aNumber()
})

const show = async (email = ADA) => (await call('GET', email)).json()
const shownNumber = () => ({ number: `••• ${NUMBER.slice(-4)}` })
const numbersOf = async (email = ADA) =>
  (await app.inject({ url: '/ways', headers: accounts.headersFor({ email }) })).json<WayList>().numbers
const questions = async () =>
  (
    await db.execute<{ address: string }>(sql`
      select address from deliveries where content ->> 'kind' = 'number-question' order by created_at`)
  ).map(({ address }) => address)
const countWaiting = async () =>
  (
    await db.execute(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  ).length
let replies = 0
const say = (Body: string, number = NUMBER) =>
  notifier.applyTwilio({ MessageSid: `SM${replies++}`, From: number, To: '+18885550100', Body })
/** The addresses whose alerts the number gets, as identity hears it. */
const confirmedFor = async (number = NUMBER) =>
  (await published(numberConfirmationsChanged)).findLast(
    ({ numberHash }) => numberHash === hashAddress(number),
  )?.emailHashes

describe('GET /plan-texts', () => {
  test('200: without a plan there is neither cover nor number', async () => {
    expect(await show()).toEqual({
      isOffered: true,
      isCovered: false,
      number: null,
      textsUsed: 0,
      textsPerMonth: 300,
      month: '2026-11-01',
      nextMonthAt: '2026-12-01T00:00:00.000Z',
    })
  })

  test('200: shows the number in part, its state and the texts used', async () => {
    await hear([aPlan({ email: ADA })])
    await choose(ADA, NUMBER)
    expect(await show()).toMatchObject({ number: { ...shownNumber(), state: 'waiting-for-yes' } })
    await say('YES')
    await hear([notifier.alert(ADA)])
    const confirmed = await show()
    expect(confirmed).toMatchObject({ number: { state: 'confirmed' }, textsUsed: 1 })
    expect(JSON.stringify(confirmed)).not.toContain(NUMBER.slice(2, 9))
    await say('STOP')
    expect(await show()).toMatchObject({ number: { state: 'stopped' } })
  })

  test('200: after the plan has ended there is a number and no cover', async () => {
    const plan = await coverWithTexts(ADA, NUMBER)
    await hear([endOf(plan)])
    expect(await show()).toMatchObject({ isCovered: false, number: shownNumber(), textsUsed: 0 })
  })

  test.for([{ SMS_ENABLED: 'false' }, { STOP_ALL_TEXTS: 'true' }])(
    '200: texts of plans are not offered with %o',
    async (env) => {
      const other = notifier.build({ env })
      const response = await other.app.inject({
        url: '/plan-texts',
        headers: accounts.headersFor({ email: ADA }),
      })
      expect(response.json()).toMatchObject({ isOffered: false, textsPerMonth: 0 })
    },
  )

  test('401: a manage link of the visitor is not enough', async () => {
    const response = await app.inject({ url: '/plan-texts', headers: await linkHeaders(ADA) })
    expect(response.statusCode).toBe(401)
  })

  test('200: shows nothing of another visitor’s plan', async () => {
    await coverWithTexts(ADA, NUMBER)
    expect(await show('outsider@example.com')).toMatchObject({ isCovered: false, number: null })
  })
})

describe('PUT /plan-texts', () => {
  beforeEach(() => hear([aPlan({ email: ADA })]))

  test('200: asks the number for its YES, and keeps the version of the words', async () => {
    const response = await choose(ADA, NUMBER)
    expect(response.json()).toMatchObject({ number: { state: 'waiting-for-yes' } })
    expect(await questions()).toEqual([NUMBER])
    expect(await db.execute(sql`select number, email, version from consents`)).toEqual([
      { number: NUMBER, email: ADA, version: '2026-11-22' },
    ])
    expect(await numbersOf()).toMatchObject([{ channel: 'sms', state: 'waiting-for-yes' }])
  })

  test('200: a number as it is typed is understood', async () => {
    const digits = NUMBER.slice(2)
    await choose(ADA, `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`)
    expect(await questions()).toEqual([NUMBER])
  })

  test('200: a number that does not answer is reminded, and one that was removed is not', async () => {
    const other = aNumber()
    await choose(ADA, other)
    await choose(ADA, NUMBER)
    await db.execute(sql`update consents set asked_at = now() - interval '11 minutes'`)
    await runJob('remind-numbers')
    expect(await questions()).toEqual([other, NUMBER, NUMBER])
  })

  test('200: two presses at once ask once', async () => {
    const answers = await Promise.all([choose(ADA, NUMBER), choose(ADA, NUMBER)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await questions()).toEqual([NUMBER])
  })

  test('200: the same number again is no other choice', async () => {
    const answers = []
    for (let count = 0; count < 6; count++) answers.push(await choose(ADA, NUMBER))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await questions()).toEqual([NUMBER])
  })

  test('200: of two numbers that are chosen at once one stays, and the other signs in to nothing', async () => {
    const other = aNumber()
    for (const number of [NUMBER, other]) {
      await choose(ADA, number)
      await say('YES', number)
    }
    await remove(ADA)
    // Both have begun before the first can end.
    const choices = await db.transaction(async (tx) => {
      await tx.execute(sql`select from consents for update`)
      const both = [choose(ADA, NUMBER), choose(ADA, other)]
      await vi.waitFor(async () => expect(await countWaiting()).toBe(2), { timeout: 10_000 })
      return both
    })
    await Promise.all(choices)
    const { number } = await show()
    const [kept, lost] = number.number === shownNumber().number ? [NUMBER, other] : [other, NUMBER]
    expect([await confirmedFor(kept), await confirmedFor(lost)]).toEqual([[hashAddress(ADA)], []])
  })

  test('200: another number takes the place of the first, which gets nothing more', async () => {
    await choose(ADA, NUMBER)
    await say('YES')
    const other = aNumber()
    await choose(ADA, other)
    await say('YES', other)
    await hear([notifier.alert(ADA)])
    expect(await notifier.alertedAddresses()).toEqual([other])
    expect(await numbersOf()).toMatchObject([{ number: `••• ${other.slice(-4)}` }])
    expect([await confirmedFor(), await confirmedFor(other)]).toEqual([[], [hashAddress(ADA)]])
  })

  test('200: a number that has answered YES to an order of the visitor is not asked again', async () => {
    await hear([aTextPass({ email: ADA, recipient: { channel: 'sms', address: NUMBER } })])
    await say('YES')
    await db.execute(sql`delete from deliveries`)
    expect((await choose(ADA, NUMBER)).json()).toMatchObject({ number: { state: 'confirmed' } })
    expect(await questions()).toEqual([])
  })

  test('403 plan-required: without a plan no number is kept or asked', async () => {
    const response = await choose('outsider@example.com', NUMBER)
    expect(response.json()).toMatchObject({ status: 403, code: 'plan-required' })
    expect([await questions(), await db.execute(sql`select from consents`)]).toMatchObject([[], []])
  })

  test.for([
    ['phone-required', '+10075550123'],
    ['phone-country', '+447400123456'],
  ] as const)('422 %s: %s is not texted', async ([code, phone]) => {
    expect((await choose(ADA, phone)).json()).toMatchObject({ status: 422, code })
    expect(await show()).toMatchObject({ number: null })
  })

  test('400: what is no number, or agrees to other words, is refused', async () => {
    const other = await call('PUT', ADA, { phone: NUMBER, consentVersion: '2020-01-01' })
    expect([other.statusCode, (await choose(ADA, 'my phone')).statusCode]).toEqual([400, 400])
    expect(await questions()).toEqual([])
  })

  test('409 text-not-sent: while texts are off', async () => {
    const response = await notifier.build({ env: { STOP_ALL_TEXTS: 'true' } }).app.inject({
      method: 'PUT',
      url: '/plan-texts',
      headers: accounts.headersFor({ email: ADA }),
      payload: { phone: NUMBER, consentVersion: '2026-11-22' },
    })
    expect(response.json()).toMatchObject({ status: 409, code: 'text-not-sent' })
  })

  test('429: a number that was asked three times today keeps the one before it', async () => {
    await choose(ADA, NUMBER)
    const asked = aNumber()
    for (const email of ['x', 'y', 'z'])
      await hear([
        aTextPass({ email: `${email}@example.com`, recipient: { channel: 'sms', address: asked } }),
      ])
    const response = await choose(ADA, asked)
    expect([response.statusCode, response.headers['retry-after']]).toEqual([429, expect.anything()])
    expect(await show()).toMatchObject({ number: shownNumber() })
  })

  test('429: the sixth number of a day is refused, for this visitor alone', async () => {
    const answers = []
    for (let count = 0; count < 6; count++) answers.push(await choose(ADA, aNumber()))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('POST /ways/sms/question', () => {
  test('202: asks the number of the plan once more', async () => {
    await hear([aPlan({ email: ADA })])
    await choose(ADA, NUMBER)
    await db.execute(sql`update consents set asked_at = now() - interval '2 minutes'`)
    const response = await app.inject({
      method: 'POST',
      url: '/ways/sms/question',
      headers: accounts.headersFor({ email: ADA }),
    })
    expect([response.statusCode, await questions()]).toEqual([202, [NUMBER, NUMBER]])
  })
})

describe('DELETE /plan-texts', () => {
  test('204: the number is gone from every list, gets no test and signs in to nothing', async () => {
    await coverWithTexts(ADA, NUMBER)
    expect((await remove(ADA)).statusCode).toBe(204)
    expect(await show()).toMatchObject({ number: null })
    expect(await numbersOf()).toEqual([])
    expect(await confirmedFor()).toEqual([])
    const tested = await app.inject({
      method: 'POST',
      url: '/test-alerts',
      headers: accounts.headersFor({ email: ADA }),
      payload: { channel: 'sms' },
    })
    expect(tested.json()).toMatchObject({ code: 'no-confirmed-number' })
  })

  test('204: what was agreed to stays on record, and the number that is chosen again is not asked again', async () => {
    await coverWithTexts(ADA, NUMBER)
    await remove(ADA)
    expect(await db.execute(sql`select version from consents`)).toHaveLength(1)
    expect((await choose(ADA, NUMBER)).json()).toMatchObject({ number: { state: 'confirmed' } })
    expect([await questions(), await confirmedFor()]).toEqual([[], [hashAddress(ADA)]])
  })

  test('204: a number that an order has named too stays the visitor’s', async () => {
    await coverWithTexts(ADA, NUMBER)
    await hear([aTextPass({ email: ADA, recipient: { channel: 'sms', address: NUMBER } })])
    await remove(ADA)
    expect(await numbersOf()).toMatchObject([{ state: 'confirmed' }])
    expect(await confirmedFor()).toEqual([hashAddress(ADA)])
  })

  test('204: twice changes nothing, and another visitor’s number stays', async () => {
    await coverWithTexts(ADA, NUMBER)
    const statuses = [await remove('outsider@example.com'), await remove('outsider@example.com')]
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([204, 204])
    expect(await show()).toMatchObject({ number: shownNumber() })
  })
})

test('a number that has stopped is texted again after START', async () => {
  await coverWithTexts(ADA, NUMBER)
  await suppress({
    channel: 'sms',
    addressHash: hashAddress(NUMBER),
    reason: 'unsubscribed',
    scope: 'all',
  })
  await say('START')
  await hear([notifier.alert(ADA)])
  expect(await notifier.alertedAddresses()).toEqual([NUMBER])
})
