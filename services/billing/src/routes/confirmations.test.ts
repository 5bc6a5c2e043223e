import { sql } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { insertPromoCode } from '../db/promo-codes/promo-codes.ts'
import type { ConfirmedActivation } from '@walkon/contracts/http/activations'
import { anAddress, createTestBilling, linksFor, NOON, postTo, TODAY, TOMORROW } from '../testing/billing.ts'

const billing = await createTestBilling({ ACTIVATION_MAILS_PER_CLIENT: '1000' })
const { askForLink, cache, clock, confirm, db, parkId, passesOf, redemptionsOf, tokenOfNewestLink } = billing
afterEach(() => void (clock.now = NOON))
afterAll(billing.close)

const later = (hours: number) => billing.later(hours * 60)

describe('POST /activations/confirm', () => {
  test('200: the windows of a confirmed order start no earlier than its confirmation', async () => {
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
      passEnd: { endsAt: '2026-07-03T08:00:00.000Z', timezone: 'America/New_York' },
      manageToken: expect.any(String),
    })
    expect((await passesOf(email))[0]?.windows[0]).toEqual({
      date: TODAY,
      startsAt: '2026-07-01T18:00:00.000Z',
      endsAt: '2026-07-02T18:00:00.000Z',
    })
  })

  test('200: two confirmations of one link at once get the same answer and make one pass', async () => {
    const email = anAddress()
    const token = await askForLink({ email })

    const responses = await Promise.all([confirm(token), confirm(token), confirm(token)])

    const answers = responses.map((response) => response.json<ConfirmedActivation>())
    const said = answers.map((answer) => JSON.stringify({ ...answer, manageToken: 'another each time' }))
    expect(new Set(said).size).toBe(1)
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await passesOf(email)).toHaveLength(1)
  })

  test('200: the link of a fulfilled order answers the same after its confirmation period has ended', async () => {
    const token = await askForLink()
    await confirm(token)
    later(48)

    expect((await confirm(token)).json()).toMatchObject({ status: 'active', dates: [TODAY] })
  })

  test('200: the answer carries a manage key of the address, for an hour after the alerts were turned on', async () => {
    const email = anAddress()
    const token = await askForLink({ email })
    const keys: (string | null)[] = []
    for (const minutes of [0, 59, 2]) {
      billing.later(minutes)
      keys.push((await confirm(token)).json<ConfirmedActivation>().manageToken)
    }

    const manageTokens = linksFor('manage')
    expect(await manageTokens.open(keys[0] ?? '', clock.now)).toMatchObject({ email })
    expect(await manageTokens.open(keys[0] ?? '', new Date(NOON.getTime() + 25 * 3_600_000))).toBeNull()
    expect([keys[1], keys[2]]).toEqual([expect.any(String), null])
  })

  test('200: days that ended before the confirmation get no window', async () => {
    const token = await askForLink({ dates: [TODAY, TOMORROW] })
    later(17)

    expect((await confirm(token)).json()).toMatchObject({ dates: [TOMORROW] })
  })

  test('410: an order whose days have all ended is refused, at every use of its link', async () => {
    await insertPromoCode(db, { code: 'TOOLATE', channel: 'email', maxRedemptions: 1 })
    const email = anAddress()
    const token = await askForLink({ email, promoCode: 'TOOLATE' })
    later(17)

    expect((await confirm(token)).json()).toMatchObject({ status: 410, code: 'dates-over' })
    expect((await confirm(token)).json()).toMatchObject({ status: 410, code: 'dates-over' })
    expect(await passesOf(email)).toEqual([])
    expect(await redemptionsOf('TOOLATE')).toBe(0)
  })

  test('409: the confirmation is refused when another address has used the last redemption of the promo code', async () => {
    await insertPromoCode(db, { code: 'LASTONE', channel: 'email', maxRedemptions: 1 })
    const [late, early] = [anAddress(), anAddress()]
    const token = await askForLink({ email: late, promoCode: 'LASTONE' })
    await confirm(await askForLink({ email: early, promoCode: 'LASTONE' }))

    expect((await confirm(token)).json()).toMatchObject({ status: 409, code: 'promo-code-spent' })
    expect((await confirm(token)).json()).toMatchObject({ status: 409, code: 'promo-code-spent' })
    expect([await passesOf(late), await redemptionsOf('LASTONE')]).toEqual([[], 1])
  })

  test('409: thirty orders with a one-use promo code, confirmed at once, make one pass', async () => {
    await insertPromoCode(db, { code: 'ONLYONE', channel: 'email', maxRedemptions: 1 })
    const tokens: string[] = []
    for (let visitor = 0; visitor < 30; visitor++) tokens.push(await askForLink({ promoCode: 'ONLYONE' }))

    const statuses = (await Promise.all(tokens.map(confirm))).map(({ statusCode }) => statusCode)

    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(29)
    expect(await redemptionsOf('ONLYONE')).toBe(1)
  })

  test('409: the confirmation is refused when the address has reached its own limit of the promo code', async () => {
    await insertPromoCode(db, { code: 'ONCEEACH', channel: 'email', maxRedemptionsPerEmail: 1 })
    const email = anAddress()
    const first = await askForLink({ email, promoCode: 'ONCEEACH' })
    later(1)
    const second = await askForLink({ email, promoCode: 'ONCEEACH', dates: [TOMORROW] })

    const statuses = (await Promise.all([confirm(first), confirm(second)])).map(
      ({ statusCode }) => statusCode,
    )

    expect(new Set(statuses)).toEqual(new Set([200, 409]))
  })

  test('404: a promo code that was not judged at the activation and does not exist is refused at the confirmation', async () => {
    const { app } = billing.build({ cache, env: { PROMO_GUESSES_PER_CLIENT: '1' } })
    const email = anAddress()
    const guess = (promoCode: string) =>
      postTo(app, '/activations', { email, parkId, dates: [TODAY], promoCode })
    expect((await guess('WRONG')).statusCode).toBe(404)

    expect((await guess('WRONG')).json()).toEqual({ status: 'confirmation-sent' })
    const token = await tokenOfNewestLink(email)
    expect((await confirm(token)).json()).toMatchObject({ status: 404, code: 'invalid-promo-code' })
    expect(await passesOf(email)).toEqual([])
    await app.close()
  })

  test('404: a confirmation token that was never issued is refused', async () => {
    expect((await confirm('a'.repeat(43))).json()).toMatchObject({
      status: 404,
      code: 'confirmation-token-invalid',
    })
  })

  test('410: a link older than a day is refused', async () => {
    const token = await askForLink({ dates: ['2026-07-10'] })
    later(24)

    expect((await confirm(token)).json()).toMatchObject({ status: 410, code: 'confirmation-token-expired' })
  })

  test('410: a link older than a day is refused, although a newer link of the same order works', async () => {
    const email = anAddress()
    const first = await askForLink({ email, dates: ['2026-07-10'] })
    later(23)
    const second = await askForLink({ email, dates: ['2026-07-10'] })
    later(1)

    expect((await confirm(first)).statusCode).toBe(410)
    expect((await confirm(second)).statusCode).toBe(200)
  })

  test('200: the token of a confirmation link is stored only in the request of its mail', async () => {
    const token = await askForLink()

    const kept = await db.execute(sql`select 1 from confirmations where token_hash = ${token}`)

    expect(kept).toHaveLength(0)
    expect((await confirm(token)).statusCode).toBe(200)
  })
})
