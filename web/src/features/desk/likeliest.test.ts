import { expect, test } from 'vitest'
import { at, order } from '../../test/desk-findings.ts'
import { answersOf, billing, pass, theVisitor, told } from '../../test/desk-likeliest.ts'

test('three different rides that were delivered keep the guarantee, also if one was told twice', () => {
  const three = [told('a', -170), told('b', -150), told('c', -130)]
  const two = [told('a', -170), told('a', -90), told('b', -150)]
  expect(answersOf(theVisitor(three), {})['Guarantee']).toMatchObject({
    figure: '3',
    shape: 'walk',
    answer: expect.stringMatching(/^Not by the guarantee: 3 rides were delivered/),
  })
  expect(answersOf(theVisitor(two), {})['Guarantee']).toMatchObject({
    figure: '2',
    answer: expect.stringMatching(
      /^Not yet decided: 2 rides were delivered .* Its last day ends Tue, Apr 14, 7:10 pm EDT\./,
    ),
  })
})

test('a ride that is short most of the day is told, and does not count', () => {
  const messages = [told('a', -170), told('b', -150)]
  const passAlerts = messages.map(({ alert: { id, rideId } }) => ({
    passId: 'pass',
    alertId: id,
    rideId,
    counts: rideId === 'a',
  }))
  expect(answersOf(theVisitor(messages, { passAlerts }), {})['Guarantee']).toMatchObject({
    figure: '1',
    answer: expect.stringContaining('1 ride was told too, and short most of the day'),
  })
})

test('the decision of a guarantee is told, and a free pass promises none', () => {
  const guarantees = [
    {
      passId: 'pass',
      decision: 'refund',
      reason: null,
      refundState: 'due',
      refundCents: null,
      decidedAt: at(-5),
      ridesCounted: 1,
    },
  ]
  expect(answersOf(theVisitor([], {}, { ...billing, guarantees }), {})['Guarantee']).toMatchObject({
    figure: '1',
    shape: 'long',
  })
  const free = { orders: [order('one', { totalCents: 0 })], passes: [pass] }
  expect(answersOf(theVisitor([], {}, free), {})['Guarantee']).toBeUndefined()
})
