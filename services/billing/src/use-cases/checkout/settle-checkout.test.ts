import { createLog } from '@walkon/service/log'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createStripe, type StripeClient } from '../../clients/stripe.ts'
import { markDue, takeDue } from '../../db/payments/due.ts'
import type { RefundCall } from '../../domain/debt.ts'
import { createSettleCheckouts } from '../../jobs/settle-due.ts'
import { anAddress, NOON, TODAY, TOMORROW } from '../../testing/billing.ts'
import { createTestGuarantees } from '../../testing/guarantees.ts'
import { settleCheckout } from './settle-checkout.ts'

const guarantees = await createTestGuarantees()
const { buy, clock, db, guaranteeOf, endWith, hearStripe, lettersTo, stripe, userDeleted } = guarantees
afterEach(() => void (clock.now = NOON))
afterAll(guarantees.close)

const now = () => clock.now
const settings = { PASS_HOURS: 24, TOKEN_KEYS: [] }
const client = createStripe({ apiUrl: stripe.url, secretKey: stripe.env.STRIPE_SECRET_KEY })

/** Settles a checkout as the job does; something happens after Stripe was read and before its answer is recorded. */
async function settleWhile(sessionId: string, happens: () => Promise<unknown>): Promise<string[]> {
  await markDue(db, 'checkouts', { sessionId }, now())
  const due = await takeDue(db, 'checkouts', { now: now(), retryMs: 30_000, limit: 10 })
  const meant = due.find((checkout) => checkout.sessionId === sessionId)
  const reading = async (id: string) => {
    const session = await client.readSession(id)
    await happens()
    return session
  }
  const lines: string[] = []
  const log = createLog({ service: 'billing', level: 'error' }, { write: (line) => void lines.push(line) })
  const deps = { db, stripe: { ...client, readSession: reading }, settings, log, now }
  if (meant) await settleCheckout(deps, { ...meant, sessionId })
  return lines
}

async function openPage(dates: string[]): Promise<string> {
  const { parkId, post } = guarantees
  const response = await post('/checkouts', { email: anAddress(), parkId, dates, channel: 'email' })
  return response.json<{ sessionId: string }>().sessionId
}

/** Settles due checkouts with this Stripe, as the job does. */
async function runJobWith(stripeClient: StripeClient): Promise<void> {
  const log = createLog({ service: 'billing', level: 'silent' })
  const deps = { db, stripe: stripeClient, settings, log, now }
  await createSettleCheckouts(deps).run(new AbortController().signal)
}

const readOwed = async (sessionId: string) =>
  (
    await db.execute(
      sql`select owed_cents as "owedCents", owed_state as "owedState" from checkouts where session_id = ${sessionId}`,
    )
  )[0]

const checkAtOf = async (sessionId: string) =>
  (
    await db.execute<{ checkAt: Date | null }>(
      sql`select check_at as "checkAt" from checkouts where session_id = ${sessionId}`,
    )
  )[0]?.checkAt

test('a webhook that comes while Stripe is asked has it asked once more, because the answer may be older', async () => {
  const { sessionId, email } = await buy()
  await settleWhile(sessionId, async () => {
    await stripe.refundByHand(sessionId)
    await markDue(db, 'checkouts', { sessionId }, now())
  })
  expect(await lettersTo(email, 'order-refunded')).toEqual([])
  expect(await checkAtOf(sessionId)).not.toBeNull()

  while (await guarantees.runJob('settle-checkouts')) continue
  expect(await lettersTo(email, 'order-refunded')).toHaveLength(1)
  expect(await checkAtOf(sessionId)).toBeNull()
})

test.for(['error', 'error-after-accept', 'reset-after-accept', 'down'])(
  'what is owed is refunded once where Stripe answers the refund with %s',
  async (kind) => {
    clock.now = new Date('2026-07-02T03:45:00Z')
    const sessionId = await openPage([TODAY, TOMORROW])
    await stripe.pay(sessionId)
    clock.now = new Date('2026-07-02T08:45:00Z')
    await markDue(db, 'checkouts', { sessionId }, now())
    const failing = {
      ...client,
      refund: async (call: RefundCall) => {
        // The SDK sends a request twice, and once more where the connection was closed.
        await stripe.fault(kind, 4)
        return client.refund(call)
      },
    }
    await runJobWith(failing)
    await stripe.clearFaults()
    expect(await readOwed(sessionId)).toMatchObject({ owedCents: 100, owedState: 'due' })

    for (let minute = 0; minute < 3; minute += 1) {
      clock.now = new Date(clock.now.getTime() + 60_000)
      await guarantees.work()
    }
    expect((await stripe.refundsOf(sessionId)).map(({ amount }) => amount)).toEqual([100])
    expect(await readOwed(sessionId)).toMatchObject({ owedState: 'made' })
  },
)

const refusing = (reason: object) => ({
  ...client,
  refund: (call: RefundCall) => client.refund({ ...call, ...reason }),
})

test('a refund that Stripe refuses for good needs a person, and is not asked for again', async () => {
  const { sessionId, passId } = await buy()
  await guarantees.decideOnly({ passId })
  await runJobWith(refusing({ paymentIntent: 'pi_of_another_account' }))
  expect(await guaranteeOf(passId)).toMatchObject({ owedState: 'failed', refundReason: 'resource_missing' })

  guarantees.later(5)
  await guarantees.work()
  expect(await stripe.refundsOf(sessionId)).toEqual([])
  expect(await guaranteeOf(passId)).toMatchObject({ owedState: 'failed', refundReason: 'resource_missing' })
})

test('a refund that a process of the release before had begun is finished', async () => {
  const { sessionId, passId } = await buy()
  await guarantees.decideOnly({ passId })
  await db.execute(sql`
    update guarantees set owed_state = null, refund_state = 'sending' where pass_id = ${passId}`)
  await db.execute(sql`update checkouts set check_at = null where session_id = ${sessionId}`)

  await guarantees.work()
  expect(await stripe.refundsOf(sessionId)).toMatchObject([{ amount: 100 }])
  expect(await guaranteeOf(passId)).toMatchObject({ owedState: 'made', refundCents: 100 })
})

test('a refund that has failed is not taken for a good one by an answer of Stripe that is older', async () => {
  const { sessionId, passId } = await buy()
  await endWith(passId, 0)
  const [refund] = await stripe.refundsOf(sessionId)
  await settleWhile(sessionId, async () => {
    await stripe.failRefund(refund!.id)
    await hearStripe()
    expect(await guaranteeOf(passId)).toMatchObject({ owedState: 'failed' })
  })
  expect(await guaranteeOf(passId)).toMatchObject({ owedState: 'failed' })
})

test('a refund that has failed is one error line, however often Stripe tells of it', async () => {
  const { sessionId, passId } = await buy()
  await endWith(passId, 0)
  const [refund] = await stripe.refundsOf(sessionId)
  await stripe.failRefund(refund!.id)

  const first = await settleWhile(sessionId, async () => {})
  const second = await settleWhile(sessionId, async () => {})
  expect(first).toMatchObject([expect.stringContaining('a refund has failed')])
  expect(second).toEqual([])
})

test('a refund of a payment whose order was erased is no payment without a pass', async () => {
  const { sessionId, email } = await buy()
  await userDeleted([email], new Date(clock.now.getTime() + 1_000))
  await stripe.refundByHand(sessionId)

  expect(await settleWhile(sessionId, async () => {})).toEqual([])
})
