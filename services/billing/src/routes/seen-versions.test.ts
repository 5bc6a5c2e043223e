import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { anAddress, TOMORROW } from '../testing/billing.ts'
import { createTestCheckouts } from '../testing/checkouts.ts'

const billing = await createTestCheckouts()
const { aBuyer, accounts, activateOwn, app, db, parkId, passesOf } = billing
afterAll(billing.close)

const ids: Record<string, string> = { ana: randomUUID(), ben: randomUUID() }

async function act<Answer>(member: string, url: string, payload: object) {
  const headers = accounts.headersFor({
    email: `${member}@example.com`,
    userId: ids[member]!,
    roles: ['admin'],
    aal: 'aal2',
  })
  const response = await app.inject({ method: 'POST', url, headers, payload })
  const answer = response.statusCode === 204 ? {} : response.json<Answer & { code?: string }>()
  return { status: response.statusCode, ...answer } as Answer & { status: number; code?: string }
}

type Seen = { ordersSeen: { version: number }[]; payments: { id: string; version: number }[] }
/** The versions that a member sees at the desk. */
async function look(email: string) {
  const read = { email, userId: null, showsNumbers: false }
  const { ordersSeen, payments } = await act<Seen>('ana', '/visitors/read', read)
  return { version: ordersSeen[0]!.version, payment: payments[0] }
}

async function aVisitor() {
  const email = anAddress()
  await activateOwn({ email })
  return email
}
const give = (member: string, email: string, asked: object) =>
  act(member, '/passes/give', { parkId, dates: [TOMORROW], reason: 'Goodwill', email, ...asked })
const refund = (member: string, id: string, asked: object) =>
  act(member, `/payments/${id}/refund`, { amountCents: 40, reason: 'Goodwill', ...asked })
const owedOf = async (id: string) => {
  const [row] = await db.execute<{ owed: number | null }>(
    sql`select owed_cents as owed from checkouts where id = ${id}`,
  )
  return row?.owed
}
const CONFLICT = { status: 409, code: 'decision-conflict' }

test('409: of two members who saw the same visitor one gives a pass, and the other is told that it is not as it was seen', async () => {
  const email = await aVisitor()
  const { version } = await look(email)
  const gifts = [
    give('ana', email, { version, requestId: randomUUID() }),
    give('ben', email, { version, requestId: randomUUID(), dates: ['2026-07-04'] }),
  ]
  const statuses = (await Promise.all(gifts)).map(({ status }) => status)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(await passesOf(email)).toHaveLength(2)

  const again = { version: (await look(email)).version, requestId: randomUUID(), dates: ['2026-07-05'] }
  expect(await give('ben', email, again)).toMatchObject({ status: 200 })
})

test('409: a pass is not extended for what was seen before it was revoked', async () => {
  const email = await aBuyer()
  const { version } = await look(email)
  const [order] = await db.execute<{ id: string }>(sql`select id from orders where email = ${email}`)
  await db.execute(sql`update passes set revoked_at = now() where order_id = ${order!.id}`)
  const asked = { version, requestId: randomUUID(), dates: [TOMORROW], reason: 'Closed' }
  expect(await act('ana', `/passes/${order!.id}/extend`, asked)).toMatchObject(CONFLICT)
})

test('409: the same request for other days is another decision, and for the same days the same gift', async () => {
  const email = await aVisitor()
  const asked = { version: (await look(email)).version, requestId: randomUUID() }
  expect((await give('ana', email, asked)).status).toBe(200)
  expect((await give('ana', email, asked)).status).toBe(200)
  expect(await give('ana', email, { ...asked, dates: ['2026-07-04'] })).toMatchObject(CONFLICT)
  expect(await passesOf(email)).toHaveLength(2)
})

test('409: of two members who saw the same payment one pays back, and the other is told that it is not as it was seen', async () => {
  const { payment } = await look(await aBuyer())
  const { id, version } = payment!
  expect((await refund('ana', id, { version, requestId: randomUUID() })).status).toBe(204)
  for (const amountCents of [40, 60])
    expect(await refund('ben', id, { version, requestId: randomUUID(), amountCents })).toMatchObject(CONFLICT)
  expect(await owedOf(id)).toBe(40)
})

test('409: the same request for another amount is another decision, and for the same amount the same refund', async () => {
  const { payment } = await look(await aBuyer())
  const { id, version } = payment!
  const asked = { version, requestId: randomUUID() }
  expect((await refund('ana', id, asked)).status).toBe(204)
  expect((await refund('ana', id, asked)).status).toBe(204)
  expect(await refund('ana', id, { ...asked, amountCents: 60 })).toMatchObject(CONFLICT)
  expect(await refund('ana', id, { ...asked, reason: 'Another' })).toMatchObject(CONFLICT)
  expect(await owedOf(id)).toBe(40)
})
