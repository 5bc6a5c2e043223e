import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { passActivated } from '@walkon/contracts/events/billing'
import { userConfirmed } from '@walkon/contracts/events/identity'
import { hashAddress } from '@walkon/service/address-hash'
import { heard } from '@walkon/testing/service'
import { anAddress, TODAY, TOMORROW } from '../testing/billing.ts'
import { createTestCheckouts } from '../testing/checkouts.ts'
import { readOrdersVersion } from '../use-cases/desk/seen-versions.ts'

const billing = await createTestCheckouts({ SUPPORT_PASS_DAYS: '3', SUPPORT_PASS_DAYS_PER_DAY: '4' })
const { accounts, activateOwn, app, buy, db, open, parkId, passesOf, published } = billing
afterAll(billing.close)

type Role = 'support' | 'admin'
async function act(url: string, payload: object, role: Role = 'support') {
  const headers = accounts.headersFor({ email: `${role}@example.com`, roles: [role], aal: 'aal2' })
  const response = await app.inject({ method: 'POST', url, headers, payload })
  return {
    status: response.statusCode,
    ...response.json<{ code?: string; orderId?: string; dates?: string[] }>(),
  }
}
type Gift = { parkId?: string; dates?: string[]; requestId?: string; version?: number }
/** The version of an address's orders that a member sees now. */
const seen = (email: string) => readOrdersVersion(db, hashAddress(email))
const give = async ({ email, ...gift }: Gift & { email: string }, role?: Role) => {
  const asked = { requestId: randomUUID(), version: gift.version ?? (await seen(email)), email }
  return act('/passes/give', { ...asked, parkId, dates: [TOMORROW], reason: 'Goodwill', ...gift }, role)
}
const extend = async (orderId: string, gift: Gift, role?: Role) => {
  const [order] = await db.execute<{ email: string }>(sql`select email from orders where id = ${orderId}`)
  const asked = { requestId: randomUUID(), version: await seen(order?.email ?? anAddress()) }
  const reason = 'The park was closed'
  return act(`/passes/${orderId}/extend`, { ...asked, dates: [TOMORROW], reason, ...gift }, role)
}

/** A visitor with a free pass for today. */
async function aVisitor() {
  const email = anAddress()
  expect((await activateOwn({ email })).statusCode).toBe(202)
  return email
}
const orderOf = async (email: string) => {
  const [order] = await db.execute<{ id: string }>(sql`select id from orders where email = ${email}`)
  return order!.id
}
const actionsOn = (id: string) =>
  db.execute(sql`select action, reason from admin_actions where subject_id = ${id}`)

test('200: a pass is given once for each request, however often it is sent, and leaves one entry', async () => {
  const email = await aVisitor()
  const asked = { email, requestId: randomUUID(), version: await seen(email) }
  const answers = await Promise.all([give(asked), give(asked)])
  expect(answers).toEqual(
    Array.from({ length: 2 }, () => ({ status: 200, orderId: asked.requestId, dates: [TOMORROW] })),
  )
  expect(await passesOf(email)).toHaveLength(2)
  expect(await actionsOn(asked.requestId)).toEqual([{ action: 'give-pass', reason: 'Goodwill' }])
})

test('200: a second dialog that gives the same days gives the same pass, and other days or a later hour another', async () => {
  const email = await aVisitor()
  const one = await give({ email })
  expect(await give({ email })).toEqual(one)
  expect(await passesOf(email)).toHaveLength(2)

  expect((await give({ email, dates: ['2026-07-03'] })).orderId).not.toBe(one.orderId)
  await db.execute(
    sql`update orders set created_at = created_at - interval '1 hour 1 minute' where email = ${email}`,
  )
  expect((await give({ email })).orderId).not.toBe(one.orderId)
  expect(await passesOf(email)).toHaveLength(4)
})

test('200: a given pass was not paid, so that no guarantee pays anything back for it', async () => {
  const email = await aVisitor()
  await give({ email })
  expect((await passesOf(email)).at(-1)).toMatchObject({ paid: false, parkId, recipient: { address: email } })
  const [order] = await db.execute(sql`
    select total_cents, source from orders where email = ${email} and source = 'support'`)
  expect(order).toEqual({ total_cents: 0, source: 'support' })
})

test('200: more days of a pass for texts go to its number, and agree to nothing in the name of the visitor', async () => {
  const email = anAddress()
  await buy(await open({ email, channel: 'sms', phone: '+14075550142' }))
  const before = (await passesOf(email)).at(-1)
  expect(before).toHaveProperty('consent')
  expect(await extend(await orderOf(email), { dates: ['2026-07-03', '2026-07-04'] })).toMatchObject({
    status: 200,
    dates: ['2026-07-03', '2026-07-04'],
  })
  const added = (await published(passActivated)).findLast((pass) => pass.email === email)
  expect(added).toMatchObject({ paid: false, recipient: { channel: 'sms', address: '+14075550142' } })
  expect(added).not.toHaveProperty('consent')
  expect(added!.passId).not.toBe(before!.passId)
})

test('403: support gives an address so many days in all, and an admin gives more', async () => {
  const email = await aVisitor()
  const dates = ['2026-07-03', '2026-07-04', '2026-07-05']
  expect(await extend(await orderOf(email), { dates })).toMatchObject({ status: 200 })
  expect(await give({ email })).toMatchObject({ status: 403, code: 'pass-over-limit' })
  expect(await give({ email }, 'admin')).toMatchObject({ status: 200 })
  expect(await give({ email: await aVisitor() })).toMatchObject({ status: 200 })
})

test('404: nothing is given to an address that is not known, for a park that is none, or to an order without a pass', async () => {
  const email = await aVisitor()
  expect(await give({ email: anAddress() })).toMatchObject({ status: 404, code: 'visitor-not-found' })
  expect(await give({ email, parkId: randomUUID() })).toMatchObject({ status: 404, code: 'park-not-found' })
  const waiting = anAddress()
  await open({ email: waiting })
  for (const id of [randomUUID(), await orderOf(waiting)])
    expect(await extend(id, {})).toMatchObject({ status: 404, code: 'order-not-found' })
  expect(await passesOf(waiting)).toEqual([])
})

test('422: a day that is over is not given', async () => {
  const email = await aVisitor()
  expect(await give({ email, dates: ['2026-06-30'] })).toMatchObject({ status: 422, code: 'date-in-past' })
  expect(await give({ email, dates: ['2027-08-01'] })).toMatchObject({ status: 422, code: 'date-too-far' })
})

test('409: of two tabs that saw the same and give the same days at once, one gives', async () => {
  const email = await aVisitor()
  const version = await seen(email)
  const answers = await Promise.all([give({ email, version }), give({ email, version })])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(await passesOf(email)).toHaveLength(2)
})

test('400: a gift names what was seen', async () => {
  const gift = { requestId: randomUUID(), email: await aVisitor(), parkId, dates: [TOMORROW], reason: 'Late' }
  expect(await act('/passes/give', gift)).toMatchObject({ status: 400, code: 'invalid-request' })
})

test('409: the id of another order is no id for a gift', async () => {
  const [email, other] = [await aVisitor(), await aVisitor()]
  const answer = await give({ email, requestId: await orderOf(other) })
  expect(answer).toMatchObject({ status: 409, code: 'decision-conflict' })
  expect(await passesOf(email)).toHaveLength(1)
})

test('a visitor who orders the same as was given to them gets what they ordered', async () => {
  const email = await aVisitor()
  await give({ email, dates: [TODAY] })
  const session = await open({ email, dates: [TODAY] })
  const [order] = await db.execute(sql`
    select source from orders o join checkouts c on c.order_id = o.id where c.session_id = ${session}`)
  expect(order).toEqual({ source: 'visitor' })
})

test('403: a member of the desk gives nobody a pass of their own account, and only so many days in a day, erased visitors among them', async () => {
  const member = {
    email: 'member@example.com',
    userId: randomUUID(),
    roles: ['support'],
    aal: 'aal2',
  } as const
  const giveAs = async (email: string, dates: string[]) => {
    const version = await seen(email)
    const payload = { requestId: randomUUID(), version, email, parkId, dates, reason: 'Goodwill' }
    const headers = accounts.headersFor({ ...member, roles: ['support'] })
    const response = await app.inject({ method: 'POST', url: '/passes/give', headers, payload })
    return [response.statusCode, response.json<{ code?: string }>().code]
  }
  const own = await aVisitor()
  const confirmedAt = new Date().toISOString()
  await billing.hear([heard(userConfirmed, { userId: member.userId, email: own, confirmedAt })])

  expect(await giveAs(own, [TOMORROW])).toEqual([403, 'own-account'])
  const given = [await aVisitor(), await aVisitor()]
  for (const email of given) expect(await giveAs(email, [TODAY, TOMORROW])).toEqual([200, undefined])
  expect(await giveAs(await aVisitor(), [TOMORROW])).toEqual([403, 'pass-over-limit'])

  await billing.userDeleted(given)
  expect(await giveAs(await aVisitor(), [TOMORROW])).toEqual([403, 'pass-over-limit'])
})
