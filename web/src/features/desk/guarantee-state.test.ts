import { expect, test } from 'vitest'
import { at, aVisitor, order, payment } from '../../test/desk-findings.ts'
import { guaranteeState } from './guarantee-state.ts'

/** The answer for a pass that is on, with this payment. */
const answerFor = (fields: object) =>
  guaranteeState(
    aVisitor({
      billing: {
        orders: [order('one')],
        passes: [{ id: 'pass', orderId: 'one', activatedAt: at(-60), revokedAt: null }],
        payments: [payment('one', fields)],
      },
      alerts: { passWindows: [{ passId: 'pass', startsAt: at(-60), endsAt: at(600) }] },
    }),
    new Date(at(0)),
  )?.answer

test.for([{ owedCents: 100, owedState: 'due' }, { refundedCents: 100 }])(
  'a pass whose whole payment goes back (%j) is promised no second time by its guarantee',
  (fields) =>
    expect(answerFor(fields)).toBe('It went or goes back already, so the guarantee ends with the pass.'),
)

test('a pass of which a part went back keeps its guarantee', () => {
  expect(answerFor({ refundedCents: 40 })).toMatch(/^Not yet decided: 0 rides were delivered/)
})
