import { listFindings } from '../features/desk/findings.ts'
import { toVisitor, VISITOR_DATA } from '../features/desk/visitor.ts'

const NOW = new Date('2026-04-14T18:10:00Z')
export const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000).toISOString()

export function aVisitor({ billing = {}, alerts = {}, notifications = {} }) {
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
      planner: VISITOR_DATA.planner.parse({}),
    },
  )
}

export const answers = (rows: Parameters<typeof aVisitor>[0]) =>
  listFindings(aVisitor(rows), NOW).map(({ asked, answer, actName }) => ({
    words: `“${asked}” ${answer}`,
    actName,
  }))

export const order = (id: string, fields: object = {}) => ({
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
export const payment = (id: string, fields: object = {}) => ({
  id,
  orderId: id,
  status: 'paid',
  amountCents: 100,
  refundedCents: 0,
  disputed: false,
  owedCents: null,
  owedState: null,
  version: 1,
  leftCents: 100,
  memberCents: 100,
  createdAt: at(-60),
  paidAt: at(-60),
  ...fields,
})
