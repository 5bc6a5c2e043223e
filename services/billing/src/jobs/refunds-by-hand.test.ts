import { passRevoked } from '@walkon/contracts/events/billing'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { NOON } from '../testing/billing.ts'
import { amountsOf, createTestGuarantees, ended, someAlerts, sumOf, told } from '../testing/guarantees.ts'

const guarantees = await createTestGuarantees()
const { buy, clock, decideOnly, endWith, guaranteeOf, hear, hearStripe, later, lettersTo } = guarantees
const { published, refundsPublished, stripe, work } = guarantees
afterEach(async () => {
  clock.now = NOON
  await stripe.clearFaults()
})
afterAll(guarantees.close)

const revoked = async (passId: string) =>
  (await published(passRevoked)).filter((pass) => pass.passId === passId)

describe('a refund by hand', () => {
  test('of the full price before the end of the pass takes the pass back, writes a letter, and leaves no guarantee', async () => {
    const { passId, email, sessionId } = await buy()
    await stripe.refundByHand(sessionId)
    await hearStripe()
    await endWith(passId, 0)

    expect(await revoked(passId)).toMatchObject([{ reason: 'refunded' }])
    expect(await lettersTo(email, 'order-refunded')).toMatchObject([
      { subject: 'Your refund: $1.00 for Magic Kingdom' },
    ])
    expect(await guaranteeOf(passId)).toBeNull()
    expect(sumOf(await stripe.refundsOf(sessionId))).toBe(100)
  })

  test('of the full price while receipts are waited for leaves the guarantee without a decision', async () => {
    const { passId, sessionId } = await buy()
    const alerts = someAlerts(3)
    await hear([ended(passId, alerts)])
    await work()
    await stripe.refundByHand(sessionId)
    await hearStripe()
    await hear([told(alerts, 'bounced')])
    await work()

    expect(await guaranteeOf(passId)).toMatchObject({ decision: 'void', reason: 'pass-refunded' })
    expect(sumOf(await stripe.refundsOf(sessionId))).toBe(100)
  })

  test('of the full price whose webhook never came satisfies the guarantee: the payment is read before the call', async () => {
    const { passId, email, sessionId } = await buy()
    await stripe.refundByHand(sessionId)
    await endWith(passId, 0)

    expect(await guaranteeOf(passId)).toMatchObject({
      decision: 'refund',
      owedState: 'made',
      refundCents: null,
    })
    expect(sumOf(await stripe.refundsOf(sessionId))).toBe(100)
    expect(await refundsPublished(passId)).toEqual([])
    expect(await lettersTo(email, 'order-refunded')).toHaveLength(1)
  })

  test('of a part leaves the rest to the guarantee, which names the rest to the visitor', async () => {
    const { passId, sessionId } = await buy()
    await stripe.refundByHand(sessionId, 30)
    await hearStripe()
    await endWith(passId, 0)

    const refunds = await stripe.refundsOf(sessionId)
    expect(amountsOf(refunds)).toEqual([30, 70])
    expect(await refundsPublished(passId)).toMatchObject([{ amountCents: 70 }])
  })

  test('of a part between two tries of the call lowers what is refunded, and never more than was paid goes back', async () => {
    const { passId, sessionId } = await buy()
    await decideOnly({ passId })
    // The SDK sends a request twice.
    await stripe.fault('error', 2)
    await work()
    expect(await guaranteeOf(passId)).toMatchObject({ owedState: 'due' })
    await stripe.refundByHand(sessionId, 40)
    later(1)
    await work()
    expect(await guaranteeOf(passId)).toMatchObject({ owedState: 'made' })

    expect(amountsOf(await stripe.refundsOf(sessionId))).toEqual([40, 60])
  })
})
