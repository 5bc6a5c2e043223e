import { passRevoked } from '@walkon/contracts/events/billing'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { NOON } from '../../testing/billing.ts'
import { amountsOf, createTestGuarantees, ended, someAlerts, sumOf, told } from '../../testing/guarantees.ts'

const guarantees = await createTestGuarantees()
const {
  accounts,
  app,
  buy,
  clock,
  db,
  decideOnly,
  endWith,
  guaranteeOf,
  hear,
  hearStripe,
  later,
  lettersTo,
} = guarantees
const { metrics, published, refundsPublished, stripe, userDeleted, work } = guarantees

afterEach(async () => {
  clock.now = NOON
  await stripe.clearFaults()
})
afterAll(guarantees.close)

const stateOf = async (sessionId: string) =>
  (await app.inject({ url: `/checkouts/${sessionId}` })).json<Record<string, unknown>>()
const revoked = async (passId: string) =>
  (await published(passRevoked)).filter((pass) => pass.passId === passId)

describe('what the visitor is told', () => {
  test('a refund is published and written to the visitor once, with the amount and the reason', async () => {
    const { passId, email } = await buy()
    await endWith(passId, 1)
    await hearStripe()
    await hearStripe()

    expect(await refundsPublished(passId)).toMatchObject([
      { reason: 'guarantee', amountCents: 100, currency: 'usd', ridesCounted: 1 },
    ])
    expect(await lettersTo(email, 'guarantee-refund')).toMatchObject([
      { subject: 'Your money back: $1.00 for Magic Kingdom' },
    ])
  })

  test('the webhooks of the refund take no pass back, and write no letter of a refund by hand', async () => {
    const { passId, email, sessionId } = await buy()
    await endWith(passId, 0)
    await hearStripe()

    expect(await revoked(passId)).toEqual([])
    expect(await lettersTo(email, 'order-refunded')).toEqual([])
    expect(await stateOf(sessionId)).toMatchObject({
      status: 'expired',
      refund: { reason: 'guarantee', amountCents: 100 },
    })
  })

  test('the page of an order whose guarantee was kept says nothing of a refund', async () => {
    const { passId, sessionId } = await buy()
    await endWith(passId, 3)
    expect(await stateOf(sessionId)).not.toHaveProperty('refund')
  })
})

test('the rest after a partial refund by hand has a key of its own: Stripe refuses the first key with another amount', async () => {
  const [{ passId, sessionId }, other] = [await buy(), await buy()]
  const { payment_intent: intent } = await stripe.client.checkout.sessions.retrieve(other.sessionId)
  await stripe.client.refunds.create(
    { payment_intent: intent as string, amount: 10 },
    { idempotencyKey: `refund:${passId}:guarantee` },
  )
  await stripe.refundByHand(sessionId, 30)
  await endWith(passId, 0)

  expect(amountsOf(await stripe.refundsOf(sessionId))).toEqual([30, 70])
})

test('a refund has the key of its pass, so that a repeated call makes no second one', async () => {
  const { passId, sessionId } = await buy()
  await endWith(passId, 0)
  const [made] = await stripe.refundsOf(sessionId)
  const { payment_intent: intent } = await stripe.client.checkout.sessions.retrieve(sessionId)
  const repeated = await stripe.client.refunds.create(
    { payment_intent: intent as string, amount: 100, metadata: { pass_id: passId } },
    { idempotencyKey: `refund:${passId}:guarantee` },
  )

  expect(repeated.id).toBe(made?.id)
})

describe('a dispute', () => {
  test('that comes before the decision leaves the guarantee without one', async () => {
    const { passId, sessionId } = await buy()
    const alerts = someAlerts(3)
    await hear([ended(passId, alerts)])
    await work()
    await stripe.dispute(sessionId)
    await hearStripe()

    later(1)
    await work()
    expect(await guaranteeOf(passId)).toMatchObject({ decision: 'void', reason: 'pass-disputed' })
  })

  test('that comes between the decision and the call forbids the refund: the bank has taken the money already', async () => {
    const { passId, sessionId } = await buy()
    await decideOnly({ passId })
    await stripe.dispute(sessionId)
    await work()

    expect(await guaranteeOf(passId)).toMatchObject({ decision: 'refund', owedState: 'due' })
    expect(await stripe.refundsOf(sessionId)).toEqual([])
  })
})

describe('a refund that the bank returns', () => {
  test('fails, is an alarm, and is not made a second time', async () => {
    const { passId, sessionId } = await buy()
    await endWith(passId, 0)
    const [refund] = await stripe.refundsOf(sessionId)
    await stripe.failRefund(refund!.id)
    await hearStripe()

    expect(await guaranteeOf(passId)).toMatchObject({
      owedState: 'failed',
      refundReason: 'lost_or_stolen_card',
    })
    expect(await metrics.metrics()).toMatch(/^refunds\{state="failed",service="billing"\} [1-9]/m)
    await work()
    expect(await stripe.refundsOf(sessionId)).toHaveLength(1)
  })

  test('is told to its buyer once, and the page of the order and the account say so', async () => {
    const { passId, email, sessionId } = await buy()
    await endWith(passId, 0)
    const [refund] = await stripe.refundsOf(sessionId)
    await stripe.failRefund(refund!.id)
    await hearStripe()
    later(7 * 24 * 60)
    await work()

    expect(await lettersTo(email, 'refund-failed')).toHaveLength(1)
    const page = await app.inject({ url: `/checkouts/${sessionId}` })
    expect(page.json()).toMatchObject({
      status: 'expired',
      ended: 'over',
      refund: { reason: 'guarantee', amountCents: 100, hasFailed: true },
    })
    const list = await app.inject({ url: '/passes', headers: accounts.headersFor({ email }) })
    expect(list.json()).toMatchObject({
      items: [{ state: 'over', refundedCents: 0, failedRefundCents: 100 }],
    })
  })

  test('is noticed within a week where its webhook is lost', async () => {
    const { passId, sessionId } = await buy()
    await endWith(passId, 0)
    const [refund] = await stripe.refundsOf(sessionId)
    await stripe.failRefund(refund!.id)
    await stripe.takeEvents()
    later(7 * 24 * 60)
    await work()

    expect(await guaranteeOf(passId)).toMatchObject({ owedState: 'failed' })
  })

  test('is settled by a refund by hand', async () => {
    const { passId, sessionId } = await buy()
    await endWith(passId, 0)
    const [refund] = await stripe.refundsOf(sessionId)
    await stripe.failRefund(refund!.id)
    await hearStripe()
    await stripe.refundByHand(sessionId)
    await hearStripe()

    expect(await guaranteeOf(passId)).toMatchObject({ owedState: 'made', refundReason: null })
  })
})

describe('an account that is deleted', () => {
  test('while receipts are waited for leaves the guarantee without a decision', async () => {
    const { passId, email, sessionId } = await buy()
    const alerts = someAlerts(3)
    await hear([ended(passId, alerts)])
    await work()
    await userDeleted([email], new Date(NOON.getTime() + 1_000))
    await hear([told(alerts, 'bounced')])
    await work()

    expect(await guaranteeOf(passId)).toMatchObject({ decision: 'void', reason: 'pass-erased' })
    expect(await stripe.refundsOf(sessionId)).toEqual([])
  })

  test('after the decision has its refund finished, without a letter', async () => {
    const { passId, email, sessionId } = await buy()
    await decideOnly({ passId })
    await userDeleted([email], new Date(NOON.getTime() + 1_000))
    await work()

    expect(sumOf(await stripe.refundsOf(sessionId))).toBe(100)
    expect(await guaranteeOf(passId)).toMatchObject({ owedState: 'made', refundCents: 100 })
    expect(await refundsPublished(passId)).toHaveLength(1)
    expect(await lettersTo(email, 'guarantee-refund')).toEqual([])
    const [payment] = await db.execute(
      sql`select order_id, refunded_cents from checkouts where session_id = ${sessionId}`,
    )
    expect(payment).toEqual({ order_id: null, refunded_cents: 100 })
  })
})
