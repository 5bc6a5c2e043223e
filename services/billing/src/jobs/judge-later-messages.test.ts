import { afterAll, afterEach, expect, test } from 'vitest'
import { NOON } from '../testing/billing.ts'
import { createTestGuarantees, ended, someAlerts, told } from '../testing/guarantees.ts'

/** An alert may go to several messages, one after the other: a push, and a mail where the push failed. */

const guarantees = await createTestGuarantees({ ALERT_MESSAGES_MINUTES: '20' })
const { buy, clock, guaranteeOf, hear, later, stripe, work } = guarantees
afterEach(() => void (clock.now = NOON))
afterAll(guarantees.close)

/** A pass that has ended with three alerts: two were delivered, and the push of the third one failed. */
async function endWithFailedPush() {
  const bought = await buy()
  const alerts = someAlerts(3)
  const third = alerts.slice(2)
  await hear([told(alerts.slice(0, 2), 'delivered'), told(third, 'failed', { channel: 'push' })])
  await hear([ended(bought.passId, alerts)])
  await work()
  return { ...bought, third }
}

test('a pass is not refunded before the mail that follows a failed push could be recorded', async () => {
  const { passId, sessionId, third } = await endWithFailedPush()
  expect(await guaranteeOf(passId)).toMatchObject({ decision: null, ridesCounted: 2, ridesOpen: 1 })

  await hear([told(third, 'delivered')])
  await work()

  expect(await guaranteeOf(passId)).toMatchObject({ decision: 'kept', ridesCounted: 3 })
  expect(await stripe.refundsOf(sessionId)).toEqual([])
})

test('a pass whose failed push is followed by no mail is refunded when no message can come any more, and not before', async () => {
  const { passId, sessionId } = await endWithFailedPush()
  later(19)
  await work()
  expect(await stripe.refundsOf(sessionId)).toEqual([])

  later(1)
  await work()

  expect(await guaranteeOf(passId)).toMatchObject({ decision: 'refund', ridesCounted: 2, ridesOpen: 0 })
  expect(await stripe.refundsOf(sessionId)).toHaveLength(1)
})

test('a mail that is accepted in time, and delivered after it, keeps the guarantee', async () => {
  const { passId, third } = await endWithFailedPush()
  const deliveryId = crypto.randomUUID()
  later(15)
  await hear([told(third, 'accepted', { deliveryId })])
  later(60)
  await work()
  expect(await guaranteeOf(passId)).toMatchObject({ decision: null, ridesOpen: 1 })

  await hear([told(third, 'delivered', { deliveryId, recordedAt: clock.now })])
  await work()

  expect(await guaranteeOf(passId)).toMatchObject({ decision: 'kept' })
})

test('a pass with two alerted rides is refunded at its end, whatever may still be sent', async () => {
  const { passId, sessionId } = await buy()
  const alerts = someAlerts(2)
  await hear([told(alerts, 'failed', { channel: 'push' }), ended(passId, alerts)])
  await work()

  expect(await guaranteeOf(passId)).toMatchObject({ decision: 'refund' })
  expect(await stripe.refundsOf(sessionId)).toHaveLength(1)
})
