import { userConfirmed, userRolesChanged } from '@walkon/contracts/events/identity'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import { heard } from '@walkon/testing/service'
import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { markDue } from '../db/payments/due.ts'
import { checkouts } from '../db/schema.ts'
import { anAddress, NOON } from '../testing/billing.ts'
import { createTestCheckouts } from '../testing/checkouts.ts'
import { versionOfPayment } from '../use-cases/desk/seen-versions.ts'

const billing = await createTestCheckouts({
  SUPPORT_REFUND_CENTS: '60',
  SUPPORT_REFUND_CENTS_PER_DAY: '400',
})
const { accounts, app, buy, clock, db, hearAbout, open, passesOf, published, stripe, work } = billing
afterAll(billing.close)

const ids = { support: randomUUID(), admin: randomUUID() }
const staff = (role: 'support' | 'admin') =>
  accounts.headersFor({ email: `${role}@example.com`, userId: ids[role], roles: [role], aal: 'aal2' })

async function act(path: string, payload: object, role: 'support' | 'admin' = 'support') {
  const { statusCode, body } = await app.inject({ method: 'POST', url: path, headers: staff(role), payload })
  return { status: statusCode, code: statusCode < 400 ? null : (JSON.parse(body) as { code: string }).code }
}
/** The version of a payment that a member sees now. */
async function seen(id: string) {
  const [payment] = await db.select().from(checkouts).where(eq(checkouts.id, id))
  return payment ? versionOfPayment(payment) : 0
}
async function refund(
  id: string,
  amountCents: number,
  role: 'support' | 'admin' = 'support',
  asked: { requestId?: string; version?: number } = {},
) {
  const { requestId = randomUUID(), version = await seen(id) } = asked
  return act(`/payments/${id}/refund`, { requestId, version, amountCents, reason: 'Goodwill' }, role)
}
const entriesOf = (id: string) =>
  db.execute(sql`select action, reason from admin_actions where subject_id = ${id}`)

/** A payment of $1 that has made a pass. */
async function aPayment() {
  const email = anAddress()
  const session = await open({ email })
  await buy(session)
  await hearAbout(session)
  const [row] = await db.execute<{ id: string }>(sql`select id from checkouts where session_id = ${session}`)
  return { email, session, id: row!.id }
}

async function amountsOf(session: string) {
  await work()
  await markDue(db, 'checkouts', { sessionId: session }, clock.now)
  await work()
  const { payment_intent: paid } = await stripe.checkout.sessions.retrieve(session)
  const { data } = await stripe.refunds.list({
    payment_intent: typeof paid === 'string' ? paid : (paid?.id ?? ''),
  })
  return data.map(({ amount }) => amount)
}

test('204: a part of a payment goes back once, however often it is asked for, and the pass stays', async () => {
  const { id, session, email } = await aPayment()
  const asked = { requestId: randomUUID(), version: await seen(id) }
  const ask = () => refund(id, 40, 'support', asked)
  expect(await Promise.all([ask(), ask()])).toEqual([
    { status: 204, code: null },
    { status: 204, code: null },
  ])
  expect(await amountsOf(session)).toEqual([40])
  expect(await passesOf(email)).toHaveLength(1)
  expect(await entriesOf(id)).toEqual([{ action: 'refund-payment', reason: 'Goodwill' }])
  expect(await refund(id, 40, 'admin')).toEqual({ status: 409, code: 'refund-refused' })
  expect(await amountsOf(session)).toEqual([40])
})

test('204: a refund that is asked for again after it was paid, because its answer was lost, is the same refund', async () => {
  const { id, session } = await aPayment()
  const asked = { requestId: randomUUID(), version: await seen(id) }
  await refund(id, 40, 'support', asked)
  expect(await amountsOf(session)).toEqual([40])

  expect(await refund(id, 40, 'support', asked)).toEqual({ status: 204, code: null })
  expect(await amountsOf(session)).toEqual([40])
  expect(await entriesOf(id)).toHaveLength(1)
})

test('409: the id of another act is no id for a refund', async () => {
  const [first, second] = [await aPayment(), await aPayment()]
  const requestId = randomUUID()
  await refund(first.id, 40, 'support', { requestId })

  expect(await refund(second.id, 40, 'support', { requestId })).toEqual({
    status: 409,
    code: 'decision-conflict',
  })
  expect(await amountsOf(second.session)).toEqual([])
})

test('204: an admin gives all of a payment back, which takes the pass back; support may not', async () => {
  const { id, session } = await aPayment()
  expect(await refund(id, 100)).toEqual({ status: 403, code: 'refund-over-limit' })
  expect(await refund(id, 101, 'admin')).toEqual({ status: 409, code: 'refund-refused' })
  expect(await refund(id, 100, 'admin')).toEqual({ status: 204, code: null })
  expect(await amountsOf(session)).toEqual([100])
  const [pass] = await db.execute<{ revoked: boolean }>(sql`
    select p.revoked_at is not null as revoked from passes p join checkouts c on c.order_id = p.order_id
    where c.id = ${id}`)
  expect(pass).toEqual({ revoked: true })
})

test('404: what was never paid is not paid back, and has no receipt', async () => {
  expect(await refund(randomUUID(), 10)).toEqual({ status: 404, code: 'checkout-not-found' })
  const payload = { requestId: randomUUID(), reason: 'The mail was lost' }
  expect(await act(`/payments/${randomUUID()}/receipt`, payload)).toEqual({
    status: 404,
    code: 'checkout-not-found',
  })
})

test('204: a receipt is mailed again to the address of its order', async () => {
  const { id, email } = await aPayment()
  const payload = { requestId: randomUUID(), reason: 'The mail was lost' }
  expect(await act(`/payments/${id}/receipt`, payload)).toEqual({ status: 204, code: null })
  const receipts = (await published(notificationRequested)).filter(
    ({ recipient, notification }) => recipient.address === email && notification.name === 'payment-receipt',
  )
  expect(new Set(receipts.map(({ notificationId }) => notificationId)).size).toBe(2)
  expect(receipts[1]?.notification.subject).toMatch(/^Your receipt: \$1\.00 for /)
})

test('204: a receipt is mailed again once for each request, however often and at once it is sent', async () => {
  const { id, email } = await aPayment()
  const payload = { requestId: randomUUID(), reason: 'The mail was lost' }
  const send = () => act(`/payments/${id}/receipt`, payload)
  expect(await Promise.all([send(), send()])).toEqual([
    { status: 204, code: null },
    { status: 204, code: null },
  ])
  await send()

  const receipts = (await published(notificationRequested)).filter(
    ({ recipient, notification }) => recipient.address === email && notification.name === 'payment-receipt',
  )
  expect(receipts).toHaveLength(2)
  expect(await entriesOf(id)).toEqual([{ action: 'resend-receipt', reason: 'The mail was lost' }])
})

test('400: a reason keeps no address and no number', async () => {
  for (const reason of ['ana@example.com asked', 'call 4075550142', 'x'])
    expect(
      await act(`/payments/${randomUUID()}/refund`, {
        requestId: randomUUID(),
        version: 1,
        amountCents: 1,
        reason,
      }),
    ).toEqual({
      status: 400,
      code: 'invalid-request',
    })
})

const isAccountOf = (userId: string, email: string) =>
  billing.hear([heard(userConfirmed, { userId, email, confirmedAt: clock.now.toISOString() })])

test('403: neither support nor an admin pays back a payment of their own, or mails its receipt', async () => {
  for (const role of ['support', 'admin'] as const) {
    const { id, email } = await aPayment()
    await isAccountOf(ids[role], email)

    expect(await refund(id, 30, role)).toMatchObject({ status: 403, code: 'own-account' })
    expect(
      await act(`/payments/${id}/receipt`, { requestId: randomUUID(), reason: 'Lost' }, role),
    ).toMatchObject({ status: 403, code: 'own-account' })
    expect(await entriesOf(id)).toEqual([])
  }
})

test('403: support pays back no payment of an account with a role, and an admin does', async () => {
  const { id, email } = await aPayment()
  const userId = randomUUID()
  await isAccountOf(userId, email)
  const changedAt = clock.now.toISOString()
  await billing.hear([heard(userRolesChanged, { userId, roles: ['moderator'], changedAt })])

  expect(await refund(id, 30)).toMatchObject({ status: 403, code: 'staff-account' })
  expect((await refund(id, 30, 'admin')).status).toBe(204)
})

test('403: a member of the desk pays back so much in a day in all, is counted beyond it, and an admin pays back more', async () => {
  await db.execute(sql`delete from desk_sums`)
  for (let count = 0; count < 6; count++) expect((await refund((await aPayment()).id, 60)).status).toBe(204)
  const { id } = await aPayment()

  expect(await refund(id, 60)).toMatchObject({ status: 403, code: 'refund-over-limit' })
  expect(await billing.metrics.getSingleMetricAsString('limits_hit_total')).toContain('limit="desk-day"')
  expect((await refund(id, 60, 'admin')).status).toBe(204)
})

test('204: what went back of a payment before is not counted as given by the member who pays back another part', async () => {
  await db.execute(sql`delete from desk_sums`)
  const { id, session } = await aPayment()
  await billing.control(`/payments/${session}/refund`, { amountCents: 20 })
  await hearAbout(session)
  expect((await refund(id, 40)).status).toBe(204)
  expect(await db.execute(sql`select actor_id, cents, days from desk_sums`)).toEqual([
    { actor_id: ids.support, cents: 40, days: 0 },
  ])
})

test('204: a refund long after the payment is followed from its own day: that a bank returns it is noticed without a webhook', async () => {
  const { id, session } = await aPayment()
  billing.later(100 * 24 * 60)
  await refund(id, 40)
  expect(await amountsOf(session)).toEqual([40])
  const { payment_intent: paid } = await stripe.checkout.sessions.retrieve(session)
  const [made] = (await stripe.refunds.list({ payment_intent: paid as string })).data
  await billing.control(`/refunds/${made?.id}/fail`)
  billing.later(7 * 24 * 60)
  await work()
  const [row] = await db.select().from(checkouts).where(eq(checkouts.id, id))
  expect(row).toMatchObject({ owedCents: 40, owedState: 'failed' })
  clock.now = NOON
})

test('400: a refund names what was seen', async () => {
  const { id } = await aPayment()
  const asked = { requestId: randomUUID(), amountCents: 40, reason: 'Goodwill' }
  expect(await act(`/payments/${id}/refund`, asked)).toEqual({ status: 400, code: 'invalid-request' })
})
