import { expect, test } from 'vitest'
import { stepsOfOrder } from './life-steps.ts'

const at = (minute: number) => `2026-04-14T12:${String(minute).padStart(2, '0')}:00Z`

test('an order tells its payment, its pass, its guarantee and its refund in the order in which they came', () => {
  const steps = stepsOfOrder({
    createdAt: at(0),
    fulfilledAt: at(3),
    payments: [{ id: 'payment', createdAt: at(1), paidAt: at(2) }],
    passes: [{ id: 'pass', activatedAt: at(4), revokedAt: null }],
    guarantees: [
      {
        passId: 'pass',
        endedAt: at(5),
        decidedAt: at(6),
        decision: 'refund',
        refundState: 'accepted',
        refundAnnouncedAt: null,
      },
    ],
  })
  expect(steps.map(({ what, of = '', detail = '' }) => `${what} ${of}${detail}`)).toEqual([
    'ordered ',
    'payment begun payment',
    'paid payment',
    'fulfilled ',
    'pass activated pass',
    'pass ended pass',
    'guarantee decided : refund, refund accepted',
  ])
})
