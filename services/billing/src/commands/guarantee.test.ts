import { runCommand, spawnCommand } from '@walkon/testing/commands'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTestGuarantees } from '../testing/guarantees.ts'

const guarantees = await createTestGuarantees()
const { buy, endWith, guaranteeOf, hearStripe, stripe, url } = guarantees
afterAll(guarantees.close)

const command = join(import.meta.dirname, 'guarantee.ts')
const run = (...args: string[]) => runCommand(command, { DATABASE_URL: url }, args)

test('the command prints why a pass was refunded', async () => {
  const { passId } = await buy()
  await endWith(passId, 2)

  const { stdout } = await spawnCommand(command, { DATABASE_URL: url }, [passId])
  expect(JSON.parse(stdout)).toMatchObject({
    passId,
    ridesCounted: 2,
    decision: 'refund',
    reason: 'fewer-than-three-rides',
    refund: { state: 'made', amountCents: 100 },
  })
})

/** A pass whose refund the bank has returned. */
async function buyAndFail() {
  const { passId, sessionId } = await buy()
  await endWith(passId, 0)
  const [refund] = await stripe.refundsOf(sessionId)
  await stripe.failRefund(refund!.id)
  await hearStripe()
  expect(await guaranteeOf(passId)).toMatchObject({ owedState: 'failed' })
  return { passId, sessionId }
}

test('the command marks a failed refund as settled by hand, and the payment does not make it fail again', async () => {
  const { passId, sessionId } = await buyAndFail()
  expect(await run(passId, '--settled-by-hand')).toMatchObject({ code: 0 })
  // Another change of the payment, after which Stripe shows the failed refund once more.
  await stripe.refundByHand(sessionId, 10)
  await hearStripe()

  expect(await guaranteeOf(passId)).toMatchObject({ owedState: 'settled-by-hand' })
})

test('the command marks no refund that has not failed', async () => {
  const { passId } = await buy()
  await endWith(passId, 0)

  expect(await run(passId, '--settled-by-hand')).toMatchObject({ code: 1 })
  expect(await guaranteeOf(passId)).toMatchObject({ owedState: 'made' })
})

test('a pass that has no guarantee is refused', async () => {
  expect(await run(crypto.randomUUID())).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No paid pass'),
  })
})

test('what is no id of a pass is refused, and the usage is shown', async () => {
  expect(await run('a-pass')).toMatchObject({ code: 2, stderr: expect.stringContaining('PASS_ID') })
})
