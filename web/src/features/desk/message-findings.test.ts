import { expect, test } from 'vitest'
import { answers, at, aVisitor } from '../../test/desk-findings.ts'

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
