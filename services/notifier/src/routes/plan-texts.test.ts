import { hashAddress } from '@walkon/service/address-hash'
import { linkHeaders } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aNumber, aTextPass } from '../testing/notifier.ts'
import { aPlan, createPlanTextNotifier, endOf } from '../testing/plan-texts.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const notifier = await createPlanTextNotifier({ now: () => NOW })
const {
  accounts,
  app,
  choose,
  confirmedFor,
  coverWithTexts,
  db,
  hear,
  numbersOf,
  questions,
  remove,
  say,
  show,
  suppress,
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

describe('GET /plan-texts', () => {
  test('200: without a plan there is neither cover nor number', async () => {
    expect(await show(ADA)).toEqual({
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
    expect(await show(ADA)).toMatchObject({ number: { ...shownNumber(), state: 'waiting-for-yes' } })
    await say(NUMBER, 'YES')
    await hear([notifier.alert(ADA)])
    const confirmed = await show(ADA)
    expect(confirmed).toMatchObject({ number: { state: 'confirmed' }, textsUsed: 1 })
    expect(JSON.stringify(confirmed)).not.toContain(NUMBER.slice(2, 9))
    await say(NUMBER, 'STOP')
    expect(await show(ADA)).toMatchObject({ number: { state: 'stopped' } })
  })

  test('200: after the plan has ended there is a number and no cover', async () => {
    const plan = await coverWithTexts(ADA, NUMBER)
    await hear([endOf(plan)])
    expect(await show(ADA)).toMatchObject({ isCovered: false, number: shownNumber(), textsUsed: 0 })
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
    expect(await show(ADA)).toMatchObject({ number: null })
    expect(await numbersOf(ADA)).toEqual([])
    expect(await confirmedFor(NUMBER)).toEqual([])
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
    expect([await questions(), await confirmedFor(NUMBER)]).toEqual([[], [hashAddress(ADA)]])
  })

  test('204: a number that an order has named too stays the visitor’s', async () => {
    await coverWithTexts(ADA, NUMBER)
    await hear([aTextPass({ email: ADA, recipient: { channel: 'sms', address: NUMBER } })])
    await remove(ADA)
    expect(await numbersOf(ADA)).toMatchObject([{ state: 'confirmed' }])
    expect(await confirmedFor(NUMBER)).toEqual([hashAddress(ADA)])
  })

  test('204: a removal without a number changes nothing, and another visitor’s number stays', async () => {
    await coverWithTexts(ADA, NUMBER)
    const statuses = [await remove('outsider@example.com'), await remove('outsider@example.com')]
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([204, 204])
    expect(await show(ADA)).toMatchObject({ number: shownNumber() })
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
  await say(NUMBER, 'START')
  await hear([notifier.alert(ADA)])
  expect(await notifier.alertedAddresses()).toEqual([NUMBER])
})
