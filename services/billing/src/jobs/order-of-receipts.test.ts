import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { NOON } from '../testing/billing.ts'
import { anAlert, createTestGuarantees, ended, someAlerts, told } from '../testing/guarantees.ts'

const guarantees = await createTestGuarantees()
const { buy, clock, db, guaranteeOf, hear, hearIn, later, refundsPublished, stripe, work } = guarantees
afterEach(() => void (clock.now = NOON))
afterAll(guarantees.close)

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
      await hearIn(tx, told(alerts, 'delivered'))
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
