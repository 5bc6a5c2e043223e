import { notificationRequested } from '@walkon/contracts/events/notifications'
import type { AffiliateApplication } from '@walkon/contracts/http/affiliates'
import { adminActions } from '@walkon/runtime/admin-actions'
import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { checkouts } from '../db/schema.ts'
import { insertTestApplication } from '../testing/affiliates.ts'
import { anAddress, createTestBilling } from '../testing/billing.ts'
import { insertPaid } from '../testing/paid-orders.ts'

const billing = await createTestBilling()
const { accounts, app, db, post, published } = billing
const headers = accounts.headersFor({ email: anAddress(), roles: ['admin'], aal: 'aal2' })
afterAll(billing.close)

let codes = 0
const anOffer = () => ({ code: `ADA${(codes += 1)}`, channel: 'email', percent: 20 })

async function decide(id: string, decision: 'accept' | 'decline', payload: object = {}) {
  const response = await post(`/affiliate-applications/${id}/${decision}`, payload, { headers })
  return { status: response.statusCode, body: response.json<AffiliateApplication & { code?: string }>() }
}

const mailsTo = async (email: string) =>
  (await published(notificationRequested))
    .filter(({ recipient }) => recipient.address === email)
    .flatMap(({ notification }) => ('name' in notification ? [notification.name] : []))
const actsOn = async (id: string) =>
  (await db.select().from(adminActions).where(eq(adminActions.subjectId, id))).map(({ action }) => action)

test('200: an accepted application has its promo code, which works at once, and its sender is mailed', async () => {
  const email = anAddress()
  const id = await insertTestApplication(db, email)
  const offer = anOffer()

  const { status, body } = await decide(id, 'accept', offer)

  expect(status).toBe(200)
  expect(body).toMatchObject({ id, decision: 'accepted', promoCode: offer.code, paidOrders: 0, revenue: [] })
  expect(await mailsTo(email)).toEqual(['affiliate-accepted'])
  expect(await actsOn(id)).toEqual(['accept-affiliate'])
  const check = await post('/promo-codes/check', { code: offer.code, channel: 'email' })
  expect(check.json()).toMatchObject({ discount: { kind: 'percentage', percent: 20 } })
})

test('200: a declined application is mailed so, and has no code', async () => {
  const email = anAddress()
  const id = await insertTestApplication(db, email)

  expect((await decide(id, 'decline')).body).toMatchObject({ decision: 'declined', promoCode: null })
  expect(await mailsTo(email)).toEqual(['affiliate-declined'])
  expect(await actsOn(id)).toEqual(['decline-affiliate'])
})

test('200: no word that the applicant typed is in a letter, for nobody proved the address', async () => {
  const words = 'Your pass is void, call 1-900-555-0199'
  const [accepted, declined] = [anAddress(), anAddress()]
  await decide(await insertTestApplication(db, accepted, words), 'accept', anOffer())
  await decide(await insertTestApplication(db, declined, words), 'decline')

  const letters = (await published(notificationRequested)).filter(({ recipient }) =>
    [accepted, declined].includes(recipient.address),
  )
  expect(letters).toHaveLength(2)
  expect(JSON.stringify(letters)).not.toContain('1-900')
})

test('200: the same decision again, also at the same moment, is mailed and recorded once', async () => {
  const email = anAddress()
  const id = await insertTestApplication(db, email)
  const offer = anOffer()

  const answers = await Promise.all([decide(id, 'accept', offer), decide(id, 'accept', offer)])

  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await mailsTo(email)).toEqual(['affiliate-accepted'])
  expect(await actsOn(id)).toEqual(['accept-affiliate'])
})

test('409: a decision is final', async () => {
  const email = anAddress()
  const id = await insertTestApplication(db, email)
  await decide(id, 'decline')

  expect(await decide(id, 'accept', anOffer())).toMatchObject({
    status: 409,
    body: { code: 'application-decided' },
  })
  expect(await mailsTo(email)).toEqual(['affiliate-declined'])
})

test('409: a code that exists is given to nobody else, and the application goes on waiting', async () => {
  const id = await insertTestApplication(db, anAddress())

  const { status, body } = await decide(id, 'accept', { ...anOffer(), code: 'FREEDAY' })

  expect([status, body.code]).toEqual([409, 'promo-code-exists'])
  expect((await decide(id, 'decline')).status).toBe(200)
})

test('404: there is no application with this id', async () => {
  expect(await decide(randomUUID(), 'decline')).toMatchObject({
    status: 404,
    body: { code: 'application-not-found' },
  })
})

test('404: the application of a deleted account is gone, and nothing is mailed', async () => {
  const email = anAddress()
  const id = await insertTestApplication(db, email)
  await billing.userDeleted([email], new Date())

  expect((await decide(id, 'accept', anOffer())).status).toBe(404)
  expect(await mailsTo(email)).toEqual([])
})

test('an accepted affiliate’s code ends when its owner is erased: it is refused from then on, and what it sold is kept', async () => {
  const [email, outsider] = [anAddress(), anAddress()]
  const [own, others] = [anOffer(), anOffer()]
  await decide(await insertTestApplication(db, email), 'accept', own)
  const otherId = await insertTestApplication(db, outsider)
  await decide(otherId, 'accept', others)
  const stateOf = async ({ code }: { code: string }) => {
    const answer = await post('/promo-codes/check', { code, channel: 'email' })
    return answer.statusCode === 200 ? 'works' : answer.json<{ code: string }>().code
  }
  expect([await stateOf(own), await stateOf(others)]).toEqual(['works', 'works'])

  await billing.userDeleted([email], new Date())

  expect([await stateOf(own), await stateOf(others)]).toEqual(['promo-code-expired', 'works'])
  const kept = await db.execute(
    sql`select code from promo_codes where code = ${own.code} and retired_at is not null`,
  )
  expect(kept).toHaveLength(1)
})

test('400: an offer without a percentage, or of a code that cannot be typed, is refused', async () => {
  const id = await insertTestApplication(db, anAddress())
  for (const offer of [{ percent: 0 }, { percent: 101 }, { code: 'ADA 20' }, { channel: 'push' }])
    expect((await decide(id, 'accept', { ...anOffer(), ...offer })).status).toBe(400)
})

test('200: paid orders with the code are counted with what they cost by currency, those of erased buyers too', async () => {
  const id = await insertTestApplication(db, anAddress())
  const { code, ...offer } = anOffer()
  await decide(id, 'accept', { code, ...offer })
  const checkoutId = await insertPaid(db)
  await insertPaid(db)
  await db.execute(sql`
    update orders set promo_code = ${code}
    where id = (select order_id from checkouts where ${checkouts.id} = ${checkoutId})`)
  await db.execute(sql`
    insert into sales (order_id, channel, park_id, dates, day_price_cents, discount_cents, total_cents, promo_code, sold_at)
    values (${randomUUID()}, 'email', ${randomUUID()}, '{2026-01-01}', 500, 100, 400, ${code}, now())`)

  const response = await app.inject({ url: '/affiliate-applications?limit=100', headers })

  const { items } = response.json<{ items: AffiliateApplication[] }>()
  expect(items.find((application) => application.id === id)).toMatchObject({
    paidOrders: 2,
    revenue: [{ currency: 'usd', cents: 500 }],
  })
  expect(items.filter(({ paidOrders }) => paidOrders > 0)).toHaveLength(1)
})
