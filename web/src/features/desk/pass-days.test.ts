import { expect, test } from 'vitest'
import { at, aVisitor, order } from '../../test/desk-findings.ts'
import { passLine } from './pass-days.ts'

const NOW = new Date(at(0))
const pass = (id: string, revokedAt: string | null = null) => ({
  id,
  orderId: id,
  activatedAt: at(-60),
  revokedAt,
})
const window = (passId: string, from: number, until: number) => ({
  passId,
  startsAt: at(from),
  endsAt: at(until),
})
const watch = (rideId: string, fields: object = {}) => ({
  subscriptionId: 'sub',
  rideId,
  rideName: rideId,
  active: true,
  thresholdMinutes: 15,
  fitted: false,
  onReopen: false,
  ...fields,
})
const billing = { orders: [order('one', { channel: 'sms' })], passes: [pass('one')] }
const passes = [{ id: 'one', subscriptionId: 'sub' }]

test('the pass that is on is told with its end, way and watched rides, and the day that is next', () => {
  const passWindows = [window('one', 1_440, 2_880), window('one', -60, 600)]
  const watches = [watch('a'), watch('b'), watch('off', { active: false }), watch('show', { isRide: false })]
  expect(passLine(aVisitor({ billing, alerts: { passes, passWindows, watches } }), NOW)).toEqual({
    isOn: true,
    title: 'Magic Kingdom',
    text: 'On until Wed, Apr 15, 12:10 am EDT, by text, 2 rides',
    next: 'Next: Magic Kingdom, Wed, Apr 15, 2:10 pm EDT',
  })
})

test('a day that is over is told as the last one, and a revoked pass not at all', () => {
  const passWindows = [window('one', -600, -60), window('gone', -60, 60)]
  const orders = [...billing.orders, order('gone')]
  const both = { orders, passes: [...billing.passes, pass('gone', at(-30))] }
  expect(passLine(aVisitor({ billing: both, alerts: { passes, passWindows } }), NOW)).toEqual({
    isOn: false,
    title: 'No pass now',
    text: 'Magic Kingdom ended Tue, Apr 14, 1:10 pm EDT',
    next: null,
  })
})

test('a plan covers the present without a day', () => {
  const plans = [{ id: 'plan', state: 'active', createdAt: at(-60), coveredUntil: at(1_440) }]
  expect(passLine(aVisitor({ billing: { plans } }), NOW)).toMatchObject({
    isOn: true,
    title: 'Unlimited plan',
    text: 'On, paid until Wed, Apr 15, 2:10 pm EDT',
  })
})

test('no pass is denied while the service that knows it does not answer', () => {
  expect(passLine({ ...aVisitor({}), missing: ['billing'] }, NOW)).toMatchObject({
    isOn: false,
    title: 'Pass not known now',
  })
})
