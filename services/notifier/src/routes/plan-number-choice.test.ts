import { hashAddress } from '@walkon/service/address-hash'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { aNumber, aTextPass } from '../testing/notifier.ts'
import { aPlan, createPlanTextNotifier } from '../testing/plan-texts.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const notifier = await createPlanTextNotifier({ now: () => NOW })
const {
  accounts,
  call,
  choose,
  confirmedFor,
  db,
  hear,
  numbersOf,
  questions,
  remove,
  runJob,
  say,
  show,
  close,
} = notifier
afterAll(close)

// Attempts count by address and number over the whole file, so each test has a visitor of its own.
let visitors = 0
let [ADA, NUMBER] = ['', '']
beforeEach(async () => {
  await notifier.clear()
  ADA = `ada-${visitors++}@example.com`
  NUMBER = aNumber()
})

const shownNumber = () => ({ number: `••• ${NUMBER.slice(-4)}` })
const countWaiting = async () =>
  (
    await db.execute(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  ).length

describe('PUT /plan-texts', () => {
  beforeEach(() => hear([aPlan({ email: ADA })]))

  test('200: asks the number for its YES, and keeps the version of the words', async () => {
    const response = await choose(ADA, NUMBER)
    expect(response.json()).toMatchObject({ number: { state: 'waiting-for-yes' } })
    expect(await questions()).toEqual([NUMBER])
    expect(await db.execute(sql`select number, email, version from consents`)).toEqual([
      { number: NUMBER, email: ADA, version: '2026-11-22' },
    ])
    expect(await numbersOf(ADA)).toMatchObject([{ channel: 'sms', state: 'waiting-for-yes' }])
  })

  test('200: the owner of the plan is told of the number by one mail, also when it is chosen again', async () => {
    await choose(ADA, NUMBER)
    await choose(ADA, NUMBER)
    const mails = await db.execute(sql`select address, content from deliveries where channel = 'email'`)
    expect(mails).toMatchObject([
      { address: ADA, content: { subject: 'A new phone number gets your alerts' } },
    ])
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
      await say(number, 'YES')
    }
    await remove(ADA)
    // Both have begun before the first can end.
    const choices = await db.transaction(async (tx) => {
      await tx.execute(sql`select from consents for update`)
      const both = [choose(ADA, NUMBER), choose(ADA, other)]
      await vi.waitFor(async () => expect(await countWaiting()).toBe(2))
      return both
    })
    await Promise.all(choices)
    const { number } = await show(ADA)
    const [kept, lost] = number.number === shownNumber().number ? [NUMBER, other] : [other, NUMBER]
    expect([await confirmedFor(kept), await confirmedFor(lost)]).toEqual([[hashAddress(ADA)], []])
  })

  test('200: another number takes the place of the first, which gets nothing more', async () => {
    await choose(ADA, NUMBER)
    await say(NUMBER, 'YES')
    const other = aNumber()
    await choose(ADA, other)
    await say(other, 'YES')
    await hear([notifier.alert(ADA)])
    expect(await notifier.alertedAddresses()).toEqual([other])
    expect(await numbersOf(ADA)).toMatchObject([{ number: `••• ${other.slice(-4)}` }])
    expect([await confirmedFor(NUMBER), await confirmedFor(other)]).toEqual([[], [hashAddress(ADA)]])
  })

  test('200: a number that has answered YES to an order of the visitor is not asked again', async () => {
    await hear([aTextPass({ email: ADA, recipient: { channel: 'sms', address: NUMBER } })])
    await say(NUMBER, 'YES')
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
    expect(await show(ADA)).toMatchObject({ number: null })
  })

  test('400: what is no number, or agrees to other words, is refused', async () => {
    const other = await call('PUT', ADA, { phone: NUMBER, consentVersion: '2020-01-01' })
    expect([other.statusCode, (await choose(ADA, 'my phone')).statusCode]).toEqual([400, 400])
    expect(await questions()).toEqual([])
  })

  test('409 text-not-sent: no number is chosen while texts are off', async () => {
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
    expect(await show(ADA)).toMatchObject({ number: shownNumber() })
  })

  test('429: the sixth number of a day is refused, for this visitor alone', async () => {
    const answers = []
    for (let count = 0; count < 6; count++) answers.push(await choose(ADA, aNumber()))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429])
  })
})
