import { expect, test } from 'vitest'
import { answers, at, order, payment } from '../../test/desk-findings.ts'

test('two payments for one park, way and day are told, and the later one can be refunded', () => {
  const orders = [
    order('f1000000-0000-4000-8000-000000000001'),
    order('5ec00000-0000-4000-8000-000000000002'),
    order('byText00', { channel: 'sms' }),
  ]
  const payments = [
    payment('5ec00000-0000-4000-8000-000000000002', { paidAt: at(-30) }),
    payment('f1000000-0000-4000-8000-000000000001'),
    payment('byText00'),
  ]
  expect(answers({ billing: { orders, payments } })).toEqual([
    {
      words:
        '“I paid twice.” Yes: $1 on Tue, Apr 14, 1:10 pm EDT and $1 on Tue, Apr 14, 1:40 pm EDT are both for Magic Kingdom by email on Tue, Apr 14. The later payment can go back.',
      actName: 'Refund $1, payment 5ec00000',
    },
  ])
})

test('a paid order that waits for the link of its mail is told', () => {
  const orders = [
    order('f1000000-0000-4000-8000-000000000001', { status: 'awaiting-confirmation', fulfilledAt: null }),
  ]
  expect(
    answers({ billing: { orders, payments: [payment('f1000000-0000-4000-8000-000000000001')] } }),
  ).toEqual([
    {
      words: expect.stringMatching(
        /^“I paid, and nothing is on.” The order of Magic Kingdom by email was paid on Tue, Apr 14, 1:10 pm EDT and waits/,
      ),
      actName: 'Resend link, order Y400-000A',
    },
  ])
})

test('a free order that waits for the link of its mail is told, and an expired one is not', () => {
  const orders = [
    order('f1000000-0000-4000-8000-000000000001', {
      status: 'awaiting-confirmation',
      totalCents: 0,
      fulfilledAt: null,
    }),
    order('5ec00000-0000-4000-8000-000000000002', { status: 'expired', totalCents: 0, fulfilledAt: null }),
  ]
  expect(answers({ billing: { orders } })).toEqual([
    {
      words: expect.stringMatching(
        /^“I ordered, and nothing is on.” The free order of Magic Kingdom by email was placed on Tue, Apr 14, 1:10 pm EDT and waits/,
      ),
      actName: 'Resend link, order Y400-000A',
    },
  ])
})

test.for([
  [
    { owedCents: 100, owedState: 'due' },
    '$1 of the $1 that were paid on Tue, Apr 14, 1:10 pm EDT are being paid back',
  ],
  [{ owedCents: 100, owedState: 'made', refundedCents: 100 }, 'went back the way they came'],
  [{ refundedCents: 40 }, '$0.40 of the $1'],
  [{ owedCents: 100, owedState: 'failed' }, 'The bank returned $1'],
  [{ owedCents: 100, owedState: 'settled-by-hand' }, 'were paid back another way'],
] as const)('a refund that stands as %j is told', ([fields, words]) => {
  const found = answers({
    billing: {
      orders: [order('f1000000-0000-4000-8000-000000000001')],
      payments: [payment('f1000000-0000-4000-8000-000000000001', fields)],
    },
  })
  expect(found).toHaveLength(1)
  expect(found[0]?.words).toContain(words)
  expect(found[0]?.words).toContain('Where is my refund?')
})

test.for([
  ['made', '$1 went back'],
  ['failed', '$1 came back from the bank'],
  ['settled-by-hand', '$1 were paid back another way'],
  ['due', '$1 are being paid back'],
])('the refund of a guarantee that is %s is told', ([refundState, words]) => {
  const guarantee = {
    passId: 'pass',
    decision: 'refund',
    reason: 'too-few-rides',
    refundState,
    refundCents: 100,
    decidedAt: at(-5),
  }
  expect(answers({ billing: { guarantees: [guarantee] } })[0]?.words).toContain(words)
})

test('days that do not cover the present are told with the next one, and can be extended', () => {
  const billing = {
    orders: [order('f0700000-0000-4000-8000-000000000003', { dates: ['2026-04-16'] })],
    passes: [
      { id: 'pass', orderId: 'f0700000-0000-4000-8000-000000000003', activatedAt: at(-60), revokedAt: null },
    ],
  }
  const window = (startsAt: string, endsAt: string) => ({
    passWindows: [{ passId: 'pass', startsAt, endsAt }],
  })
  const alerts = window('2026-04-16T04:00:00Z', '2026-04-17T04:00:00Z')
  expect(answers({ billing, alerts })).toEqual([
    {
      words:
        '“My days are wrong: nothing comes.” No pass covers this moment: Magic Kingdom by email begins on Thu, Apr 16, 12 am EDT. Ordered was Thu, Apr 16. Other days can be added; the sold ones stay.',
      actName: 'Extend Magic Kingdom, order Y1R0-000A',
    },
  ])
  expect(answers({ billing, alerts: window(at(-90), at(-30)) })[0]?.words).toContain(
    'ended on Tue, Apr 14, 1:40 pm EDT',
  )
  expect(answers({ billing, alerts: window(at(-30), at(30)) })).toEqual([])
  const plans = [{ id: 'plan', state: 'active', createdAt: at(-90) }]
  expect(answers({ billing: { ...billing, plans }, alerts })).toEqual([])
})

test('a visitor with nothing is told of sign-ups and deletions', () => {
  expect(answers({ alerts: { subscriptions: [] } })).toEqual([
    { words: expect.stringContaining('No account has this address'), actName: 'Confirm the address' },
  ])
})
