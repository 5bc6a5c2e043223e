import type { DeliveryOutcome } from '@walkon/contracts/events/notifications'
import type { Channel } from '@walkon/contracts/values'
import { describe, expect, test } from 'vitest'
import { decideGuarantee, type AlertedRide, type EndedPass } from './guarantee.ts'

const NOW = new Date('2026-07-02T12:00:00Z')
const LATER = new Date('2026-07-02T18:00:00Z')

const alert = (
  rideId: string,
  ...outcomes: (DeliveryOutcome | [Channel, DeliveryOutcome])[]
): AlertedRide => ({
  rideId,
  counts: true,
  deliveries: outcomes.map((outcome) =>
    typeof outcome === 'string'
      ? { channel: 'email', outcome }
      : { channel: outcome[0], outcome: outcome[1] },
  ),
})

const decide = (alerts: AlertedRide[], pass: Partial<EndedPass> = {}, now = NOW) =>
  decideGuarantee({ revokedBy: null, alerts, messagesUntil: NOW, settleUntil: LATER, ...pass }, now)

const delivered = (...rides: string[]) => rides.map((ride) => alert(ride, 'delivered'))

test('three different rides that were delivered keep the guarantee', () => {
  expect(decide(delivered('a', 'b', 'c'))).toEqual({
    decision: 'kept',
    reason: 'three-rides',
    ridesAlerted: 3,
    ridesCounted: 3,
    ridesOpen: 0,
  })
})

test('a ride that was no news counts for nothing, and is not waited for', () => {
  const usual = (ride: string, outcome: DeliveryOutcome) => ({ ...alert(ride, outcome), counts: false })
  expect(decide([...delivered('a', 'b'), usual('c', 'delivered'), usual('d', 'accepted')])).toMatchObject({
    decision: 'refund',
    ridesAlerted: 4,
    ridesCounted: 2,
    ridesOpen: 0,
  })
})

test('a ride counts by one alert that was news, beside another one that was not', () => {
  expect(decide([...delivered('a', 'b', 'c'), { ...alert('c', 'delivered'), counts: false }])).toMatchObject({
    decision: 'kept',
  })
})

test('a pass that was alerted of no ride is refunded at once', () => {
  expect(decide([])).toMatchObject({ decision: 'refund', reason: 'fewer-than-three-rides', ridesAlerted: 0 })
})

test('three alerts of two rides are two rides: the pass is refunded', () => {
  expect(decide(delivered('a', 'b', 'a'))).toMatchObject({ decision: 'refund', ridesCounted: 2 })
})

test('a ride counts when one of its alerts was delivered and another one bounced', () => {
  expect(decide([...delivered('a', 'b'), alert('c', 'bounced'), alert('c', 'delivered')])).toMatchObject({
    decision: 'kept',
  })
})

test('a ride counts when one of the messages of its alert was delivered and the other one failed', () => {
  expect(decide([...delivered('a', 'b'), alert('c', 'failed', ['push', 'delivered'])])).toMatchObject({
    decision: 'kept',
  })
})

test.for(['bounced', 'failed', 'expired', 'suppressed'] as const)(
  'a ride whose message is %s does not count, and is not waited for',
  (outcome) => {
    expect(decide([...delivered('a', 'b'), alert('c', outcome)])).toMatchObject({
      decision: 'refund',
      ridesCounted: 2,
      ridesOpen: 0,
    })
  },
)

describe('while receipts may come', () => {
  const open = [...delivered('a', 'b'), alert('c', 'accepted')]

  test('a pass that an open delivery could carry to three rides waits', () => {
    expect(decide(open)).toMatchObject({ decision: null, ridesCounted: 2, ridesOpen: 1 })
  })

  test('an alert of which nothing was heard is open', () => {
    expect(decide([...delivered('a', 'b'), alert('c')])).toMatchObject({ decision: null, ridesOpen: 1 })
  })

  test('a pass that all open deliveries could not carry to three rides is refunded at once', () => {
    expect(decide([alert('a', 'accepted'), alert('b')])).toMatchObject({ decision: 'refund', ridesOpen: 2 })
  })

  test('open alerts of a ride that counts already are not waited for', () => {
    expect(decide([...delivered('a', 'b'), alert('a', 'accepted'), alert('b')])).toMatchObject({
      decision: 'refund',
      ridesOpen: 0,
    })
  })
})

describe('while another message of an alert may come', () => {
  const decideEarly = (...alerts: AlertedRide[]) => decide(alerts, { messagesUntil: LATER })
  const failedPush = alert('c', ['push', 'failed'])

  test('a ride whose push failed is open, because a mail may follow', () => {
    expect(decideEarly(...delivered('a', 'b'), failedPush)).toMatchObject({ decision: null, ridesOpen: 1 })
  })

  test('three rides that were delivered keep the guarantee at once', () => {
    expect(decideEarly(...delivered('a', 'b', 'c'), alert('d', 'failed'))).toMatchObject({ decision: 'kept' })
  })

  test('a pass that was alerted of two rides is refunded at once, because no message can make them three', () => {
    expect(decideEarly(alert('a', 'failed'), alert('b'))).toMatchObject({ decision: 'refund' })
  })

  test('the pass is refunded as soon as no further message can come', () => {
    expect(decide([...delivered('a', 'b'), failedPush])).toMatchObject({ decision: 'refund', ridesOpen: 0 })
  })
})

describe('a push', () => {
  test('that only its service accepted is waited for, and does not count', () => {
    const alerts = [...delivered('a', 'b'), alert('c', ['push', 'accepted'])]
    expect(decide(alerts)).toMatchObject({ decision: null, ridesCounted: 2, ridesOpen: 1 })
    expect(decide(alerts, {}, LATER)).toMatchObject({ decision: 'refund', ridesCounted: 2 })
  })

  test('that a device has shown counts', () => {
    expect(decide([...delivered('a', 'b'), alert('c', ['push', 'delivered'])])).toMatchObject({
      decision: 'kept',
    })
  })
})

describe('when the time for receipts is over', () => {
  const over = (...alerts: AlertedRide[]) => decide(alerts, {}, LATER)

  test('a message that was accepted and did not bounce counts', () => {
    expect(over(...delivered('a', 'b'), alert('c', 'accepted'))).toMatchObject({ decision: 'kept' })
  })

  test('an alert of which nothing was heard does not count', () => {
    expect(over(...delivered('a', 'b'), alert('c'))).toMatchObject({ decision: 'refund', ridesOpen: 1 })
  })
})

test.for(['refunded', 'disputed', 'erased'] as const)(
  'a pass that was %s before a decision has no guarantee, whatever was delivered',
  (revokedBy) => {
    expect(decide([], { revokedBy })).toMatchObject({ decision: 'void', reason: `pass-${revokedBy}` })
    expect(decide(delivered('a', 'b', 'c'), { revokedBy })).toMatchObject({ decision: 'void' })
  },
)
