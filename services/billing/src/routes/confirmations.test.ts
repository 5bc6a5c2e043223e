import { sql } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { lockOrder } from '../db/orders.ts'
import { insertPromoCode } from '../db/promo-codes.ts'
import { anAddress, createTestBilling, NOON, TODAY, TOMORROW } from '../testing/billing.ts'

const billing = await createTestBilling()
const { askForLink, clock, confirm, db, parkId, passesOf, redemptionsOf } = billing
afterEach(() => void (clock.now = NOON))
afterAll(billing.close)

const later = (hours: number) => billing.later(hours * 60)
const expire = () => billing.runJob('expire-orders')

describe('POST /activations/confirm', () => {
  test('200: alerts are on from the moment of confirmation', async () => {
    const email = anAddress()
    const token = await askForLink({ email, dates: [TODAY, TOMORROW] })
    later(2)

    const response = await confirm(token)

    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      status: 'active',
      parkId,
      parkName: 'Magic Kingdom',
      dates: [TODAY, TOMORROW],
    })
    expect((await passesOf(email))[0]?.windows[0]).toEqual({
      date: TODAY,
      startsAt: '2026-07-01T18:00:00.000Z',
      endsAt: '2026-07-02T18:00:00.000Z',
    })
  })

  test('200: two tabs at once hear the same, and one pass is made', async () => {
    const email = anAddress()
    const token = await askForLink({ email })

    const responses = await Promise.all([confirm(token), confirm(token), confirm(token)])

    expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await passesOf(email)).toHaveLength(1)
  })

  test('200: the link of active alerts still says so long after it could confirm anything', async () => {
    const token = await askForLink()
    await confirm(token)
    later(48)

    expect((await confirm(token)).json()).toMatchObject({ status: 'active', dates: [TODAY] })
  })

  test('200: days that ended before the confirmation are left out', async () => {
    const token = await askForLink({ dates: [TODAY, TOMORROW] })
    later(13)

    expect((await confirm(token)).json()).toMatchObject({ dates: [TOMORROW] })
  })

  test('410: no day is left, and the promo code can be redeemed by somebody else', async () => {
    await insertPromoCode(db, { code: 'TOOLATE', channel: 'email', maxRedemptions: 1 })
    const email = anAddress()
    const token = await askForLink({ email, promoCode: 'TOOLATE' })
    later(13)

    expect((await confirm(token)).json()).toMatchObject({ status: 410, code: 'dates-over' })
    expect(await passesOf(email)).toEqual([])
    expect(await redemptionsOf('TOOLATE')).toBe(0)
  })

  test('404: a link that we never sent', async () => {
    expect((await confirm('a'.repeat(43))).json()).toMatchObject({
      status: 404,
      code: 'confirmation-token-invalid',
    })
  })

  test('410: a link that is older than a day', async () => {
    const token = await askForLink({ dates: ['2026-07-10'] })
    later(24)

    expect((await confirm(token)).json()).toMatchObject({ status: 410, code: 'confirmation-token-expired' })
  })

  test('410: a link that is older than a day, though a newer one for the same order works', async () => {
    const email = anAddress()
    const first = await askForLink({ email, dates: ['2026-07-10'] })
    later(23)
    const second = await askForLink({ email, dates: ['2026-07-10'] })
    later(1)

    expect((await confirm(first)).statusCode).toBe(410)
    expect((await confirm(second)).statusCode).toBe(200)
  })

  test('200: the token itself is nowhere kept but in the mail that carries it', async () => {
    const token = await askForLink()

    const kept = await db.execute(sql`select 1 from confirmations where token_hash = ${token}`)

    expect(kept).toHaveLength(0)
    expect((await confirm(token)).statusCode).toBe(200)
  })
})

describe('expire-orders', () => {
  test('gives up an order that nobody confirmed, and releases its promo code', async () => {
    await insertPromoCode(db, { code: 'RESERVED', channel: 'email', maxRedemptions: 1 })
    const token = await askForLink({ promoCode: 'RESERVED', dates: ['2026-07-10'] })
    later(24)

    await expire()

    expect(await redemptionsOf('RESERVED')).toBe(0)
    expect((await confirm(token)).json()).toMatchObject({ status: 410, code: 'confirmation-token-expired' })
  })

  test('leaves alone what may still be confirmed, and what was', async () => {
    await insertPromoCode(db, { code: 'KEPT', channel: 'email' })
    await confirm(await askForLink({ promoCode: 'KEPT', dates: ['2026-07-10'] }))
    later(1)
    await askForLink({ promoCode: 'KEPT', dates: ['2026-07-10'] })
    later(23)

    await expire()

    expect(await redemptionsOf('KEPT')).toBe(2)
  })

  test('passes over an order that is being confirmed', async () => {
    await insertPromoCode(db, { code: 'INHAND', channel: 'email' })
    await askForLink({ promoCode: 'INHAND', dates: ['2026-07-10'] })
    later(24)
    const [order] = await db.execute<{ id: string }>(sql`select id from orders where promo_code = 'INHAND'`)

    await db.transaction(async (tx) => {
      await lockOrder(tx, order!.id)
      await expire()
    })

    expect(await redemptionsOf('INHAND')).toBe(1)
  })
})
