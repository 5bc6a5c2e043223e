import { passRevoked } from '@walkon/contracts/events/billing'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import { afterAll, afterEach, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { markDue } from '../db/payments/due.ts'
import { checkouts } from '../db/schema.ts'
import { anAddress, NOON, TODAY, TOMORROW } from '../testing/billing.ts'
import { createTestCheckouts } from '../testing/checkouts.ts'

const billing = await createTestCheckouts()
const { app, clock, control, hearAbout, later, open, passesOf, pay, published, receiptsTo, start } = billing
const { stateOf, work } = billing
afterEach(() => void (clock.now = NOON))
afterAll(billing.close)

test('the payment makes one pass and one receipt, and what the page asks for names no address', async () => {
  const email = anAddress()
  const session = await open({ email })
  expect(await passesOf(email)).toEqual([])
  await pay(session)

  await hearAbout(session)

  expect(await passesOf(email)).toMatchObject([{ paid: true, windows: [{ date: TOMORROW }] }])
  expect(await receiptsTo(email)).toMatchObject([
    {
      notification: {
        subject: 'Your alerts for Magic Kingdom are on',
        action: { page: 'manage-alerts' },
        details: { rows: expect.arrayContaining([{ label: 'Paid', value: '$1.00' }]) },
      },
    },
  ])
  const answer = await app.inject({ url: `/checkouts/${session}` })
  expect(answer.json()).toMatchObject({ status: 'active' })
  expect(answer.body).not.toContain('@')
})

test('the pass is active when the browser never comes back and no webhook arrives: Stripe is asked within a minute', async () => {
  const email = anAddress()
  const session = await open({ email })
  await pay(session)
  await work()
  expect(await passesOf(email)).toEqual([])

  later(1)
  await work()

  expect(await passesOf(email)).toHaveLength(1)
})

test('the page that the visitor comes back to has Stripe asked at once', async () => {
  const email = anAddress()
  const session = await open({ email })
  await pay(session)

  expect(await stateOf(session)).toMatchObject({ status: 'open' })
  await work()

  expect(await stateOf(session)).toMatchObject({ status: 'active' })
  expect(await passesOf(email)).toHaveLength(1)
})

test('the return of the browser without a payment makes nothing', async () => {
  const email = anAddress()
  const session = await open({ email })
  await stateOf(session)
  await work()

  expect(await stateOf(session)).toMatchObject({ status: 'open' })
  expect(await passesOf(email)).toEqual([])
})

test('a declined card leaves the order open, and the next one pays it', async () => {
  const email = anAddress()
  const session = await open({ email })
  await pay(session, 'declined')
  await hearAbout(session)
  expect(await stateOf(session)).toMatchObject({ status: 'open' })

  await pay(session)
  await hearAbout(session)

  expect(await passesOf(email)).toHaveLength(1)
})

test('a payment that takes days is active only when it has worked out', async () => {
  const email = anAddress()
  const session = await open({ email })
  await pay(session, 'processing')
  await hearAbout(session)
  expect(await stateOf(session)).toMatchObject({ status: 'processing' })
  expect(await passesOf(email)).toEqual([])

  await pay(session, 'paid')
  await hearAbout(session)

  expect(await stateOf(session)).toMatchObject({ status: 'active' })
})

test('a payment that the bank refuses in the end makes no pass, and its buyer is told once', async () => {
  const email = anAddress()
  const session = await open({ email })
  await pay(session, 'processing')
  await pay(session, 'declined')
  await hearAbout(session)
  await markDue(billing.db, 'checkouts', { sessionId: session }, clock.now)
  await work()

  expect(await stateOf(session)).toMatchObject({ status: 'expired', ended: 'declined' })
  expect(await passesOf(email)).toEqual([])
  const letters = (await published(notificationRequested)).filter(
    ({ recipient }) => recipient.address === email,
  )
  expect(letters).toMatchObject([{ notification: { name: 'payment-failed' } }])
})

test('the page of an order whose days are over says so, and no longer that its alerts are active', async () => {
  const session = await open({ dates: [TODAY] })
  await pay(session)
  await hearAbout(session)
  expect(await stateOf(session)).not.toHaveProperty('ended')

  later(24 * 60)
  expect(await stateOf(session)).toMatchObject({ status: 'expired', ended: 'over' })
})

test('a session that was not paid in time expires with its order', async () => {
  const session = await open()
  later(34)
  await work()

  expect(await stateOf(session)).toMatchObject({ status: 'expired', ended: 'unpaid' })
})

test('a payment that is refunded or disputed ends its pass, once', async () => {
  for (const [path, reason] of [
    ['refund', 'refunded'],
    ['dispute', 'disputed'],
  ] as const) {
    const email = anAddress()
    const session = await open({ email })
    await pay(session)
    await hearAbout(session)
    const [pass] = await passesOf(email)

    await control(`/payments/${session}/${path}`)
    await hearAbout(session)
    await hearAbout(session)

    const ended = (await published(passRevoked)).filter(({ passId }) => passId === pass?.passId)
    expect(ended).toEqual([{ passId: pass?.passId, reason }])
    expect(await stateOf(session)).toMatchObject({ status: 'expired', ended: 'money-back' })
  }
})

test('a refund of a part of the price leaves the pass', async () => {
  const email = anAddress()
  const session = await open({ email, dates: [TODAY, TOMORROW] })
  await pay(session)
  await control(`/payments/${session}/refund`, { amountCents: 100 })
  await hearAbout(session)

  expect(await passesOf(email)).toHaveLength(1)
  expect(await published(passRevoked)).not.toContainEqual(
    expect.objectContaining({ passId: (await passesOf(email))[0]?.passId }),
  )
})

test('an account that is deleted leaves of a payment what accounts need, without an address', async () => {
  const email = anAddress()
  const session = await open({ email })
  await pay(session)
  await hearAbout(session)

  await billing.userDeleted([email], new Date(clock.now.getTime() + 1_000))

  expect((await app.inject({ url: `/checkouts/${session}` })).statusCode).toBe(404)
  const [kept] = await billing.db.execute<{ amount_cents: number; order_id: string | null }>(
    `select amount_cents, order_id from checkouts where session_id = '${session}'`,
  )
  expect(kept).toEqual({ amount_cents: 100, order_id: null })
})

test('a checkout that is paid after its account has changed the address makes the pass of the new one', async () => {
  const [email, newEmail] = [anAddress(), anAddress()]
  const session = await open({ email })
  later(1)
  await billing.addressChanged(email, newEmail)
  const again = await start({ email: newEmail })
  expect(again.json()).toMatchObject({ sessionId: session })
  await pay(session)

  await hearAbout(session)

  expect(await passesOf(newEmail)).toMatchObject([{ paid: true, recipient: { address: newEmail } }])
  expect(await receiptsTo(newEmail)).toHaveLength(1)
  expect([await passesOf(email), await receiptsTo(email)]).toEqual([[], []])
})

test('however often the page of an open checkout is read, Stripe is asked once in three seconds', async () => {
  const session = await open({ email: anAddress() })
  const asked = async () => {
    const [row] = await billing.db
      .select({ checkAt: checkouts.checkAt })
      .from(checkouts)
      .where(eq(checkouts.sessionId, session))
    return row?.checkAt?.getTime() === clock.now.getTime()
  }
  const read = () => app.inject({ url: `/checkouts/${session}` })
  const rest = () =>
    billing.db.update(checkouts).set({ checkAt: null }).where(eq(checkouts.sessionId, session))

  await read()
  expect(await asked()).toBe(true)
  await rest()
  for (let count = 0; count < 20; count++) await read()
  expect(await asked()).toBe(false)
  later(0.05)
  await read()
  expect(await asked()).toBe(true)
})
