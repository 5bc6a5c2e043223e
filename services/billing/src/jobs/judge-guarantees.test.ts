import { sql } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { lockOrder } from '../db/checkout/orders.ts'
import { findOrderOfPass, saveRevoked } from '../db/passes/passes.ts'
import { NOON, TODAY, TOMORROW } from '../testing/billing.ts'
import { anAlert, createTestGuarantees, ended, someAlerts, told } from '../testing/guarantees.ts'

const guarantees = await createTestGuarantees()
const { activateOwn, buy, clock, db, endWith, guaranteeOf, hear, later, lettersTo, passesOf } = guarantees
const { refundsPublished, stripe, waitingForLocks, work } = guarantees
afterEach(() => void (clock.now = NOON))
afterAll(guarantees.close)

const HOUR = 60

describe('the decision', () => {
  test('a pass with three rides delivered is kept: nothing is refunded and nothing said', async () => {
    const { passId, sessionId, email } = await buy()
    await endWith(passId, 3)

    expect(await guaranteeOf(passId)).toMatchObject({
      decision: 'kept',
      reason: 'three-rides',
      ridesAlerted: 3,
      ridesCounted: 3,
      owedState: null,
    })
    expect(await stripe.refundsOf(sessionId)).toEqual([])
    expect((await lettersTo(email)).map(({ name }) => name)).toEqual(['payment-receipt'])
  })

  test('a pass with two rides delivered is refunded at once, with what was paid', async () => {
    const { passId, sessionId } = await buy({ dates: [TODAY, TOMORROW] })
    await endWith(passId, 2)

    expect(await guaranteeOf(passId)).toMatchObject({
      decision: 'refund',
      reason: 'fewer-than-three-rides',
      ridesCounted: 2,
      paidCents: 200,
      owedState: 'made',
      refundCents: 200,
    })
    expect(await stripe.refundsOf(sessionId)).toMatchObject([
      { amount: 200, status: 'succeeded', metadata: { pass_id: passId } },
    ])
  })

  test('rides that were no news do not keep the guarantee', async () => {
    const { passId, sessionId } = await buy()
    const alerts = someAlerts(3).map((alert) => ({ ...alert, counts: false }))
    await hear([told(alerts, 'delivered'), ended(passId, alerts)])
    await work()

    expect(await guaranteeOf(passId)).toMatchObject({ decision: 'refund', ridesAlerted: 3, ridesCounted: 0 })
    expect(await stripe.refundsOf(sessionId)).toMatchObject([{ amount: 100 }])
  })

  test('an order of before keeps its guarantee: each alert counts', async () => {
    const { passId } = await buy()
    await db.execute(sql`
      update orders set terms = 1 where id = (select order_id from passes where id = ${passId})`)
    const alerts = someAlerts(3).map((alert) => ({ ...alert, counts: false }))
    await hear([told(alerts, 'delivered'), ended(passId, alerts)])
    await work()

    expect(await guaranteeOf(passId)).toMatchObject({ decision: 'kept', ridesCounted: 3 })
  })

  test('a pass that was alerted of nothing, because its visitor chose two rides or stopped, is refunded too', async () => {
    const { passId, sessionId } = await buy()
    await endWith(passId, 0)
    expect(await stripe.refundsOf(sessionId)).toMatchObject([{ amount: 100 }])
  })

  test('a free pass has no guarantee', async () => {
    const email = 'free@example.com'
    await activateOwn({ email })
    const [pass] = await passesOf(email)
    await endWith(pass!.passId, 0)
    expect(await guaranteeOf(pass!.passId)).toBeNull()
  })

  test('a pass of which nothing is known here has no guarantee', async () => {
    const passId = crypto.randomUUID()
    await endWith(passId, 0)
    expect(await guaranteeOf(passId)).toBeNull()
  })
})

test('a refund by hand that is under way when the guarantee is judged comes first: it leaves no decision', async () => {
  const { passId, sessionId } = await buy()
  await hear([ended(passId)])
  let judging: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    const orderId = await findOrderOfPass(tx, passId)
    await lockOrder(tx, orderId!)
    judging = work()
    await expect.poll(waitingForLocks).toBe(1)
    await saveRevoked(tx, orderId!, NOON)
  })
  await judging

  expect(await guaranteeOf(passId)).toMatchObject({ decision: 'void', reason: 'pass-refunded' })
  expect(await stripe.refundsOf(sessionId)).toEqual([])
})

test('two processes that judge the same passes decide each once', async () => {
  const bought = []
  for (let count = 0; count < 5; count++) bought.push(await buy())
  await hear(bought.map(({ passId }) => ended(passId)))
  const judges = [guarantees, guarantees.build(), guarantees.build()].flatMap(({ jobs }) =>
    jobs.filter(({ name }) => name === 'judge-guarantees'),
  )
  await Promise.all(judges.map((job) => job.run(AbortSignal.timeout(10_000))))
  await work()

  for (const { passId, sessionId } of bought) {
    expect(await stripe.refundsOf(sessionId)).toHaveLength(1)
    expect(await refundsPublished(passId)).toHaveLength(1)
  }
})

describe('when the time for receipts is over', () => {
  test('messages that were accepted and did not bounce count after six hours, and not before', async () => {
    const { passId } = await buy()
    const alerts = someAlerts(3)
    await hear([told(alerts, 'accepted'), ended(passId, alerts)])
    later(6 * HOUR - 1)
    await work()
    expect(await guaranteeOf(passId)).toMatchObject({ decision: null, ridesOpen: 3 })

    later(1)
    await work()
    expect(await guaranteeOf(passId)).toMatchObject({ decision: 'kept', ridesCounted: 3 })
  })

  test('a push that only its service accepted does not count: the pass is refunded', async () => {
    const { passId, sessionId } = await buy()
    const alerts = someAlerts(3)
    await hear([told(alerts, 'accepted', { channel: 'push' }), ended(passId, alerts)])
    later(6 * HOUR)
    await work()
    expect(await guaranteeOf(passId)).toMatchObject({ decision: 'refund', ridesCounted: 0, ridesOpen: 3 })
    expect(await stripe.refundsOf(sessionId)).toHaveLength(1)
  })

  test('the six hours begin when the end of the pass is heard, so an end that comes late waits for receipts that are late too', async () => {
    const { passId } = await buy()
    const alerts = someAlerts(3)
    later(24 * HOUR)
    await hear([ended(passId, alerts)])
    await work()
    expect(await guaranteeOf(passId)).toMatchObject({ decision: null })
  })
})

describe('what comes after the decision', () => {
  test('a bounce takes no kept guarantee back', async () => {
    const { passId, sessionId } = await buy()
    const [deliveryId, alerts] = [crypto.randomUUID(), someAlerts(3)]
    await hear([told(alerts, 'delivered', { deliveryId }), ended(passId, alerts)])
    await work()
    await hear([told(alerts, 'bounced', { deliveryId })])
    later(6 * HOUR)
    await work()
    expect(await guaranteeOf(passId)).toMatchObject({ decision: 'kept' })
    expect(await stripe.refundsOf(sessionId)).toEqual([])
  })

  test('a delivery takes no refund back', async () => {
    const { passId, sessionId } = await buy()
    const alerts = [...someAlerts(2), anAlert()]
    const deliveryId = crypto.randomUUID()
    await hear([told(alerts.slice(0, 1), 'delivered'), told(alerts.slice(1), 'failed', { deliveryId })])
    await hear([ended(passId, alerts)])
    await work()
    await hear([told(alerts.slice(1), 'delivered', { deliveryId })])
    await work()
    expect(await guaranteeOf(passId)).toMatchObject({ decision: 'refund', ridesCounted: 1 })
    expect(await stripe.refundsOf(sessionId)).toHaveLength(1)
  })
})
