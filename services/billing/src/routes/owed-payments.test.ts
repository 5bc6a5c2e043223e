import { passRevoked } from '@walkon/contracts/events/billing'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import type { Page } from '@walkon/contracts/http/page'
import type { PassView } from '@walkon/contracts/http/passes'
import type Stripe from 'stripe'
import { afterAll, afterEach, expect, test } from 'vitest'
import { markDue } from '../db/payments/due.ts'
import { anAddress, NOON, TODAY, TOMORROW } from '../testing/billing.ts'
import { createTestCheckouts } from '../testing/checkouts.ts'

const billing = await createTestCheckouts()
const { accounts, app, clock, control, db, hearAbout, later, metrics, open, passesOf } = billing
const { pay, published, receiptsTo, start, stateOf, stripe, userDeleted, work } = billing
afterEach(() => void (clock.now = NOON))
afterAll(billing.close)

/** A quarter to midnight at the park. */
const toLateEvening = () => void (clock.now = new Date('2026-07-02T03:45:00Z'))

/** Pays in time; the webhook comes after the end of the park's day, at 4 am. */
async function payLate(session: string): Promise<void> {
  await pay(session)
  later(5 * 60)
  await hearAbout(session)
}

const lettersTo = async (email: string) =>
  (await published(notificationRequested))
    .filter(({ recipient }) => recipient.address === email)
    .map(({ notification }) => notification)
const namesOf = (letters: { name: string }[]) => letters.map(({ name }) => name)

async function refundsOf(sessionId: string): Promise<Stripe.Refund[]> {
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(sessionId)
  return typeof intent === 'string' ? (await stripe.refunds.list({ payment_intent: intent })).data : []
}
const amountsOf = async (sessionId: string) => (await refundsOf(sessionId)).map(({ amount }) => amount)

/** The newest order, as its account reads it. */
async function listedOf(email: string): Promise<PassView | undefined> {
  const page = await app.inject({ url: '/passes', headers: accounts.headersFor({ email }) })
  return page.json<Page<PassView>>().items[0]
}

/** Stripe is asked once more, as after any webhook. */
async function askAgain(sessionId: string): Promise<void> {
  await markDue(db, 'checkouts', { sessionId }, clock.now)
  await work()
}

const countWithoutPass = async () =>
  Number((await metrics.metrics()).match(/^payments_without_pass\{.*\} (\d+)$/m)?.[1])

test('a pass for today that is told of after the end of the park’s day is refunded in full, once, and its buyer told', async () => {
  toLateEvening()
  const email = anAddress()
  const session = await open({ email, dates: [TODAY] })
  await payLate(session)
  await hearAbout(session)
  await askAgain(session)

  expect(await passesOf(email)).toEqual([])
  expect(await amountsOf(session)).toEqual([100])
  expect(await lettersTo(email)).toMatchObject([
    { name: 'payment-returned', heading: 'Your payment came too late for these alerts' },
  ])
  expect(await stateOf(session)).toMatchObject({
    status: 'expired',
    ended: 'money-back',
    refund: { reason: 'days-over', amountCents: 100, hasFailed: false },
  })
  expect(await countWithoutPass()).toBe(0)
})

test('the account lists an order that was paid too late as returned', async () => {
  toLateEvening()
  const email = anAddress()
  const session = await open({ email, dates: [TODAY] })
  await payLate(session)
  await hearAbout(session)

  expect(await listedOf(email)).toMatchObject({ state: 'returned', paidCents: 100, refundedCents: 100 })
})

test('the days that were over when the payment came are refunded, and the others are covered', async () => {
  toLateEvening()
  const email = anAddress()
  const session = await open({ email, dates: [TODAY, TOMORROW] })
  await payLate(session)
  await hearAbout(session)

  expect(await passesOf(email)).toMatchObject([{ windows: [{ date: TOMORROW }] }])
  expect(await amountsOf(session)).toEqual([100])
  const [receipt] = await receiptsTo(email)
  expect(receipt?.notification.paragraphs).toEqual([
    expect.stringMatching(/^We’re watching your rides at Magic Kingdom until Fri, Jul 3, 4:45 am EDT,/),
    'July 1 was over when your payment reached us, so we are refunding $1.00 for it. The refund takes 5 to 10 business days to arrive.',
    expect.stringMatching(/^Alerts for fewer than 3 rides/),
  ])
  expect(receipt?.notification.details?.rows.slice(0, 2)).toEqual([
    { label: 'Paid', value: '$2.00' },
    { label: 'For', value: '2 days of email alerts: July 1 and 2' },
  ])
  expect(await stateOf(session)).toMatchObject({
    status: 'active',
    refund: { reason: 'days-over', amountCents: 100 },
  })
  expect((await published(passRevoked)).map(({ passId }) => passId)).not.toContain(
    (await passesOf(email))[0]?.passId,
  )
})

test('an order that is paid twice has one pass, and the second payment goes back with a letter', async () => {
  const email = anAddress()
  const first = await open({ email })
  // Its webhook is late, so that the order still looks unpaid when the page has expired.
  await pay(first)
  later(33)
  const second = await open({ email })
  expect(second).not.toBe(first)
  await pay(second)
  await hearAbout(first)
  await hearAbout(second)
  await askAgain(second)

  expect(await passesOf(email)).toHaveLength(1)
  expect([await amountsOf(first), await amountsOf(second)]).toEqual([[], [100]])
  expect(namesOf(await lettersTo(email))).toEqual(['payment-receipt', 'payment-returned'])
  expect(await stateOf(first)).toMatchObject({ status: 'active' })
  expect(await stateOf(second)).toMatchObject({
    status: 'active',
    refund: { reason: 'paid-twice', amountCents: 100 },
  })
  expect((await published(passRevoked)).map(({ passId }) => passId)).not.toContain(
    (await passesOf(email))[0]?.passId,
  )
})

/** The page of the first payment was left and thought lost. */
async function payTwice() {
  const email = anAddress()
  const first = await open({ email })
  await pay(first)
  later(33)
  const second = await open({ email })
  await pay(second)
  return { email, first, second }
}

test('the page of a second payment has Stripe asked at once, and says that it may have been paid twice until it is known', async () => {
  const { first, second } = await payTwice()
  await hearAbout(first)

  expect(await stateOf(second)).toMatchObject({ status: 'active', mayBePaidTwice: true })
  expect(await stateOf(first)).not.toHaveProperty('mayBePaidTwice')
  await work()

  const known = await stateOf(second)
  expect(known).toMatchObject({ status: 'active', refund: { reason: 'paid-twice', amountCents: 100 } })
  expect(known).not.toHaveProperty('mayBePaidTwice')
})

test('the account tells a second payment and its refund from a refund of the order', async () => {
  const { email, first, second } = await payTwice()
  await hearAbout(first)
  await hearAbout(second)
  await askAgain(second)

  expect(await listedOf(email)).toMatchObject({
    state: 'upcoming',
    totalCents: 100,
    paidCents: 200,
    refundedCents: 100,
    secondPayment: { paidCents: 100, refundedCents: 100, owedCents: 0 },
  })

  await control(`/payments/${first}/refund`)
  await hearAbout(first)

  expect(await listedOf(email)).toMatchObject({
    state: 'revoked',
    refundedCents: 200,
    secondPayment: { paidCents: 100, refundedCents: 100, owedCents: 0 },
  })
})

test('the same order while the bank is working on its payment is answered with the state of that payment', async () => {
  const email = anAddress()
  const session = await open({ email })
  await pay(session, 'processing')
  await hearAbout(session)

  const again = await start({ email })
  expect(again.json()).toEqual({
    sessionId: session,
    url: `https://walkon.example/subscription-success?session_id=${session}&alert_type=email`,
  })
  expect(await stateOf(session)).toMatchObject({ status: 'processing' })
})

test('the open page of a deleted account can be paid no more', async () => {
  const email = anAddress()
  const session = await open({ email })
  await userDeleted([email], new Date(clock.now.getTime() + 1_000))
  await work()

  expect((await stripe.checkout.sessions.retrieve(session)).status).toBe('expired')
})

test('a payment that the deletion of its account overtook goes back without a letter', async () => {
  const email = anAddress()
  const session = await open({ email })
  await pay(session)
  await userDeleted([email], new Date(clock.now.getTime() + 1_000))
  await work()
  await hearAbout(session)

  expect(await amountsOf(session)).toEqual([100])
  expect(await lettersTo(email)).toEqual([])
  expect(await countWithoutPass()).toBe(0)
})

test('a refund of what was owed that the bank returns is told once, listed as returned by the bank, and needs a person', async () => {
  toLateEvening()
  const email = anAddress()
  const session = await open({ email, dates: [TODAY] })
  await payLate(session)
  await hearAbout(session)
  const [refund] = await refundsOf(session)
  await control(`/refunds/${refund?.id}/fail`)
  await hearAbout(session)
  await askAgain(session)

  expect(namesOf(await lettersTo(email))).toEqual(['payment-returned', 'refund-failed'])
  expect(await stateOf(session)).toMatchObject({ ended: 'money-back', refund: { hasFailed: true } })
  expect(await amountsOf(session)).toEqual([100])
  expect(await countWithoutPass()).toBe(1)
  expect(await listedOf(email)).toMatchObject({
    state: 'returned',
    refundedCents: 0,
    failedRefundCents: 100,
  })
})
