import { runCommand, spawnCommand } from '@walkon/testing/commands'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { anAddress, NOON, TODAY } from '../testing/billing.ts'
import { createTestGuarantees } from '../testing/guarantees.ts'

const guarantees = await createTestGuarantees()
const { clock, db, hearStripe, lettersTo, parkId, post, stripe, url, work } = guarantees
afterEach(() => void (clock.now = NOON))
afterAll(guarantees.close)

const command = join(import.meta.dirname, 'owed-refund.ts')
const run = (...args: string[]) => runCommand(command, { DATABASE_URL: url }, args)

/** A payment of which we heard after the end of the park's day, whose refund Stripe has. */
async function payTooLate() {
  const email = anAddress()
  clock.now = new Date('2026-07-02T03:45:00Z')
  const response = await post('/checkouts', { email, parkId, dates: [TODAY], channel: 'email' })
  const { sessionId } = response.json<{ sessionId: string }>()
  await stripe.pay(sessionId)
  clock.now = new Date('2026-07-02T08:45:00Z')
  await hearStripe()
  await hearStripe()
  const [row] = await db.execute<{ id: string }>(
    sql`select id from checkouts where session_id = ${sessionId}`,
  )
  return { email, sessionId, checkoutId: row!.id }
}

test('the command prints what a payment owes and how its refund stands', async () => {
  const { checkoutId } = await payTooLate()

  const { stdout } = await spawnCommand(command, { DATABASE_URL: url }, [checkoutId])
  expect(JSON.parse(stdout)).toMatchObject({ owedCents: 100, owedReason: 'days-over', owedState: 'made' })
})

test('the command marks a failed refund as settled by hand, and the payment does not make it fail again', async () => {
  const { email, sessionId, checkoutId } = await payTooLate()
  const [refund] = await stripe.refundsOf(sessionId)
  await stripe.failRefund(refund!.id)
  await hearStripe()
  expect(await run(checkoutId, '--settled-by-hand')).toMatchObject({ code: 0 })
  // Another change of the payment, after which Stripe shows the failed refund once more.
  await stripe.refundByHand(sessionId, 10)
  await hearStripe()
  await work()

  expect(JSON.parse((await run(checkoutId)).stdout)).toMatchObject({ owedState: 'settled-by-hand' })
  expect(await lettersTo(email, 'refund-failed')).toHaveLength(1)
})

test('the command marks no refund that has not failed', async () => {
  const { checkoutId } = await payTooLate()

  expect(await run(checkoutId, '--settled-by-hand')).toMatchObject({ code: 1 })
})

test('what is no id of a checkout is refused, and the usage is shown', async () => {
  expect(await run('cs_1')).toMatchObject({ code: 2, stderr: expect.stringContaining('CHECKOUT_ID') })
})
