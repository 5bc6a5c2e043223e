import { AT_THE_END } from '@walkon/messaging/inbox'
import type { Heard } from '@walkon/testing/service'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { lockOrder } from '../db/orders.ts'
import { findOrderOfPass, saveRevoked } from '../db/passes.ts'
import { NOON, TODAY, TOMORROW } from '../testing/billing.ts'
import { anAlert, createTestGuarantees, ended, someAlerts, told } from '../testing/guarantees.ts'

const guarantees = await createTestGuarantees()
const {
  activateOwn,
  buy,
  clock,
  db,
  endWith,
  guaranteeOf,
  handlers,
  hear,
  later,
  lettersTo,
  passesOf,
  refundsPublished,
  stripe,
  work,
} = guarantees
afterEach(() => void (clock.now = NOON))

const handlerOf = ({ definition }: Heard) => handlers.find((handler) => handler.definition === definition)!
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
      refundState: null,
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
      refundState: 'succeeded',
      refundCents: 200,
    })
    expect(await stripe.refundsOf(sessionId)).toMatchObject([
      { amount: 200, status: 'succeeded', metadata: { pass_id: passId } },
    ])
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

describe('the events, in every order and number', () => {
  test('receipts that come before the end of the pass count', async () => {
    const { passId } = await buy()
    const alerts = someAlerts(3)
    const deliveryId = crypto.randomUUID()
    await hear([told(alerts, 'accepted', { deliveryId }), told(alerts, 'delivered', { deliveryId })])
    await hear([ended(passId, alerts)])
    await work()
    expect(await guaranteeOf(passId)).toMatchObject({ decision: 'kept' })
  })

  test('receipts that come after the end of the pass are waited for', async () => {
    const { passId } = await buy()
    const alerts = someAlerts(3)
    await hear([told(alerts.slice(0, 2), 'delivered'), ended(passId, alerts)])
    await work()
    expect(await guaranteeOf(passId)).toMatchObject({ decision: null, ridesCounted: 2, ridesOpen: 1 })

    await hear([told(alerts.slice(2), 'delivered')])
    await work()
    expect(await guaranteeOf(passId)).toMatchObject({ decision: 'kept' })
  })

  test('a bounce that is the last receipt to come decides for the visitor', async () => {
    const { passId, sessionId } = await buy()
    const alerts = someAlerts(3)
    const deliveryId = crypto.randomUUID()
    await hear([told(alerts.slice(0, 2), 'delivered'), told(alerts.slice(2), 'accepted', { deliveryId })])
    await hear([ended(passId, alerts)])
    await work()
    expect(await guaranteeOf(passId)).toMatchObject({ decision: null })

    await hear([told(alerts.slice(2), 'bounced', { deliveryId })])
    await work()
    expect(await stripe.refundsOf(sessionId)).toHaveLength(1)
  })

  test('the end of a pass and receipts that come twice change nothing', async () => {
    const { passId, sessionId } = await buy()
    const alerts = someAlerts(2)
    const [end, receipt] = [ended(passId, alerts), told(alerts, 'delivered')]
    await hear([receipt, end, receipt, end])
    await work()
    await hear([end, receipt])
    await hear([ended(passId, someAlerts(3)), told(alerts, 'delivered')])
    await work()

    expect(await guaranteeOf(passId)).toMatchObject({ decision: 'refund', ridesAlerted: 2 })
    expect(await stripe.refundsOf(sessionId)).toHaveLength(1)
    expect(await refundsPublished(passId)).toHaveLength(1)
  })

  test('an older outcome of a message that comes later, from the dead letters, does not take the newer one back', async () => {
    const { passId } = await buy()
    const alerts = someAlerts(3)
    const deliveryId = crypto.randomUUID()
    const before = new Date(NOON.getTime() - 1_000)
    await hear([told(alerts, 'delivered', { deliveryId })])
    await hear([told(alerts, 'accepted', { deliveryId, recordedAt: before })])
    await hear([ended(passId, alerts)])
    await work()
    expect(await guaranteeOf(passId)).toMatchObject({ decision: 'kept' })
  })

  test('an alert in the windows of two passes counts for both', async () => {
    const [one, two] = [await buy(), await buy()]
    const alerts = someAlerts(3)
    await hear([told(alerts, 'delivered'), ended(one.passId, alerts)])
    await work()
    await hear([ended(two.passId, [...alerts, anAlert()])])
    await work()
    expect(await guaranteeOf(one.passId)).toMatchObject({ decision: 'kept', ridesAlerted: 3 })
    expect(await guaranteeOf(two.passId)).toMatchObject({ decision: 'kept', ridesAlerted: 4 })
  })

  test('an end and a receipt whose transactions do not see each other are judged together a minute later', async () => {
    const { passId } = await buy()
    const alerts = someAlerts(3)
    const end = ended(passId, alerts)
    await db.transaction(async (tx) => {
      const receipt = told(alerts, 'delivered')
      await handlerOf(receipt).handle([receipt.event], tx, AT_THE_END)
      await hear([end])
      await work()
      expect(await guaranteeOf(passId)).toMatchObject({ decision: null })
    })
    await work()
    expect(await guaranteeOf(passId)).toMatchObject({ decision: null })

    later(1)
    await work()
    expect(await guaranteeOf(passId)).toMatchObject({ decision: 'kept' })
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
    await expect.poll(waitingForLocks, { timeout: 5_000 }).toBe(1)
    await saveRevoked(tx, orderId!, NOON)
  })
  await judging

  expect(await guaranteeOf(passId)).toMatchObject({ decision: 'void', reason: 'pass-refunded' })
  expect(await stripe.refundsOf(sessionId)).toEqual([])
})

async function waitingForLocks(): Promise<number> {
  const rows = await db.execute(sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
  return rows.length
}

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
