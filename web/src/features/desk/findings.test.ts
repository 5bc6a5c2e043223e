import { expect, test } from 'vitest'
import { listFindings } from './findings.ts'
import { toVisitor, VISITOR_DATA } from './visitor.ts'

const NOW = new Date('2026-04-14T18:10:00Z')
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000).toISOString()

function aVisitor({ billing = {}, alerts = {}, notifications = {} }) {
  const subscriptions = [
    {
      id: 'sub',
      parkId: 'park',
      parkName: 'Magic Kingdom',
      timezone: 'America/New_York',
      active: true,
      snoozedUntil: null,
      createdAt: at(-60),
    },
  ]
  return toVisitor(
    { email: 'ana@example.com', userId: null },
    {
      identity: VISITOR_DATA.identity.parse({}),
      billing: VISITOR_DATA.billing.parse(billing),
      alerts: VISITOR_DATA.alerts.parse({ subscriptions, ...alerts }),
      notifications: VISITOR_DATA.notifications.parse(notifications),
    },
  )
}

const answers = (rows: Parameters<typeof aVisitor>[0]) =>
  listFindings(aVisitor(rows), NOW).map(({ asked, answer, actName }) => ({
    words: `“${asked}” ${answer}`,
    actName,
  }))

const order = (id: string, fields: object = {}) => ({
  id,
  channel: 'email',
  phone: null,
  parkName: 'Magic Kingdom',
  dates: ['2026-04-14'],
  totalCents: 100,
  promoCode: null,
  status: 'fulfilled',
  createdAt: at(-60),
  fulfilledAt: at(-60),
  ...fields,
})
const payment = (id: string, fields: object = {}) => ({
  id,
  orderId: id,
  status: 'paid',
  amountCents: 100,
  refundedCents: 0,
  disputed: false,
  owedCents: null,
  owedState: null,
  createdAt: at(-60),
  paidAt: at(-60),
  ...fields,
})

test('two payments for one park, way and day are told, and the later one can be refunded', () => {
  const orders = [order('first000'), order('second00'), order('byText00', { channel: 'sms' })]
  const payments = [payment('second00', { paidAt: at(-30) }), payment('first000'), payment('byText00')]
  expect(answers({ billing: { orders, payments } })).toEqual([
    {
      words:
        '“I paid twice.” Yes: $1 on Tue, Apr 14, 1:10 pm EDT and $1 on Tue, Apr 14, 1:40 pm EDT are both for Magic Kingdom by email on Tue, Apr 14. The later payment can go back.',
      actName: 'Refund the $1 payment second00',
    },
  ])
})

test('a paid order that waits for the link of its mail is told', () => {
  const orders = [order('first000', { status: 'awaiting-confirmation', fulfilledAt: null })]
  expect(answers({ billing: { orders, payments: [payment('first000')] } })).toEqual([
    {
      words: expect.stringMatching(
        /^“I paid, and nothing is on.” The order of Magic Kingdom by email was paid on Tue, Apr 14, 1:10 pm EDT and waits/,
      ),
      actName: 'Resend the link of order first000',
    },
  ])
})

test('a free order that waits for the link of its mail is told, and an expired one is not', () => {
  const orders = [
    order('first000', { status: 'awaiting-confirmation', totalCents: 0, fulfilledAt: null }),
    order('second00', { status: 'expired', totalCents: 0, fulfilledAt: null }),
  ]
  expect(answers({ billing: { orders } })).toEqual([
    {
      words: expect.stringMatching(
        /^“I ordered, and nothing is on.” The free order of Magic Kingdom by email was placed on Tue, Apr 14, 1:10 pm EDT and waits/,
      ),
      actName: 'Resend the link of order first000',
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
  const found = answers({ billing: { orders: [order('first000')], payments: [payment('first000', fields)] } })
  expect(found).toHaveLength(1)
  expect(found[0]?.words).toContain(words)
  expect(found[0]?.words).toContain('Where is my refund?')
})

test.for([
  ['succeeded', '$1 went back'],
  ['dropped', '$1 were not paid back again'],
  ['queued', '$1 are being paid back'],
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
    orders: [order('future00', { dates: ['2026-04-16'] })],
    passes: [{ id: 'pass', orderId: 'future00', activatedAt: at(-60), revokedAt: null }],
  }
  const window = (startsAt: string, endsAt: string) => ({
    passWindows: [{ passId: 'pass', startsAt, endsAt }],
  })
  const alerts = window('2026-04-16T04:00:00Z', '2026-04-17T04:00:00Z')
  expect(answers({ billing, alerts })).toEqual([
    {
      words:
        '“My days are wrong: nothing comes.” No pass covers this moment: Magic Kingdom by email begins on Thu, Apr 16, 12 am EDT. Ordered was Thu, Apr 16. Other days can be added; the sold ones stay.',
      actName: 'Extend Magic Kingdom of order future00',
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

test('an address that was closed is told once for each reason, with what is not sent', () => {
  const row = (reason: string, scope: string) => ({ channel: 'email', reason, scope, since: at(-10) })
  const suppressions = [
    row('unsubscribed', 'alerts'),
    row('unsubscribed', 'newsletter'),
    row('bounced', 'all'),
  ]
  const found = answers({ notifications: { suppressions } })
  expect(found.map(({ words }) => words)).toEqual([
    expect.stringMatching(/forwarded.* Not sent: alerts, newsletter\.$/),
    expect.stringMatching(/one came back\. Not sent: everything\.$/),
  ])
  expect(found[0]?.actName).toBe('Release the address')
})

const consent = (confirmedAt: string | null) => ({
  number: '••• 0142',
  version: '1',
  givenAt: at(-50),
  confirmedAt,
})
const sms = (reason: string) => ({ channel: 'sms', reason, scope: 'all', since: at(-10) })

test.for([
  [
    'STOP, which nobody at the desk takes back',
    [consent(null)],
    [sms('unsubscribed')],
    /Only START.* nobody here can/,
    undefined,
  ],
  [
    'an unreachable number',
    [consent(at(-40))],
    [sms('bounced')],
    /not reached the number/,
    'Release ••• 0142',
  ],
  [
    'a number that never answered YES',
    [consent(null)],
    [],
    /••• 0142 has not answered YES/,
    'Stop texts to ••• 0142',
  ],
] as const)('%s is told', ([, consents, suppressions, words, actName]) => {
  const found = answers({ notifications: { consents, suppressions } })
  expect(found).toHaveLength(1)
  expect(found[0]?.words).toMatch(words)
  expect(found[0]?.actName).toBe(actName)
})

test('a number that answered YES to its newest question is no question', () => {
  expect(answers({ notifications: { consents: [consent(null), consent(at(-40))] } })).toEqual([])
})

test('alerts that were turned off are told with the moment of it', () => {
  const [subscription] = aVisitor({}).subscriptions
  const change = {
    subscriptionId: 'sub',
    kind: 'switch',
    rideId: null,
    rideName: null,
    before: { active: true },
    after: { active: false },
    changedAt: at(-20),
  }
  const found = answers({
    alerts: { subscriptions: [{ ...subscription, active: false }], visitorChanges: [change] },
  })
  expect(found[0]?.words).toContain('Magic Kingdom were turned off on Tue, Apr 14, 1:50 pm EDT')
})

const delivery = (id: string, fields: object) => ({
  id,
  about: 'alert',
  channel: 'email',
  address: 'a',
  state: 'delivered',
  reason: null,
  attempts: 1,
  queuedAt: at(-5),
  changedAt: at(-5),
  ...fields,
})

test('alerts that did not arrive are counted, and the newest is told as the visitor reads it', () => {
  const deliveries = [
    delivery('1', { state: 'bounced', reason: 'hard-bounce' }),
    delivery('2', {}),
    delivery('3', { state: 'suppressed', reason: 'text-late', channel: 'sms' }),
  ]
  const alerts = [{ alertId: 'alert', deliveryId: '1', rideName: 'Space Mountain', channel: 'email' }]
  expect(answers({ notifications: { deliveries, alerts } })[0]?.words).toBe(
    '“An alert did not come.” 1 of 3 messages with alerts did not arrive. The newest, for Space Mountain: email, “Not delivered: your mailbox does not exist” (hard-bounce), Tue, Apr 14, 2:05 pm EDT.',
  )
})
