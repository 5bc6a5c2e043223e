import { createLog } from '@walkon/service/log'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createStripe } from '../clients/stripe.ts'
import { markDue, takeDue } from '../db/checkouts.ts'
import { createTestGuarantees } from '../testing/guarantees.ts'
import { settleCheckout } from './settle-checkout.ts'

const guarantees = await createTestGuarantees()
const { buy, clock, db, guaranteeOf, endWith, hearStripe, lettersTo, stripe, userDeleted } = guarantees
afterAll(guarantees.close)

const now = () => clock.now
const client = createStripe({ apiUrl: stripe.url, secretKey: stripe.env.STRIPE_SECRET_KEY })

/** Settles a checkout as the job does; something happens after Stripe was read and before its answer is recorded. */
async function settleWhile(sessionId: string, happens: () => Promise<unknown>): Promise<string[]> {
  await markDue(db, { sessionId }, now())
  const due = await takeDue(db, { now: now(), retryMs: 30_000, limit: 10 })
  const meant = due.find((checkout) => checkout.sessionId === sessionId)
  const reading = async (id: string) => {
    const session = await client.readSession(id)
    await happens()
    return session
  }
  const lines: string[] = []
  const log = createLog({ service: 'billing', level: 'error' }, { write: (line) => void lines.push(line) })
  const deps = { db, stripe: { ...client, readSession: reading }, settings: { PASS_HOURS: 24 }, log, now }
  if (meant) await settleCheckout(deps, meant)
  return lines
}

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
    await markDue(db, { sessionId }, now())
  })
  expect(await lettersTo(email, 'order-refunded')).toEqual([])
  expect(await checkAtOf(sessionId)).not.toBeNull()

  while (await guarantees.runJob('settle-checkouts')) continue
  expect(await lettersTo(email, 'order-refunded')).toHaveLength(1)
  expect(await checkAtOf(sessionId)).toBeNull()
})

test('a refund that has failed is not taken for a good one by an answer of Stripe that is older', async () => {
  const { sessionId, passId } = await buy()
  await endWith(passId, 0)
  const [refund] = await stripe.refundsOf(sessionId)
  await settleWhile(sessionId, async () => {
    await stripe.failRefund(refund!.id)
    await hearStripe()
    expect(await guaranteeOf(passId)).toMatchObject({ refundState: 'failed' })
  })
  expect(await guaranteeOf(passId)).toMatchObject({ refundState: 'failed' })
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
