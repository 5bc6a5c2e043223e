import { wayName } from './fates.ts'
import { isMissing, NOT_KNOWN } from './not-known.ts'
import { clockOf } from './visitor-clock.ts'
import type { Visitor } from './visitor.ts'

type Order = Visitor['orders'][number]

/** A day that a pass covers, with the order that brought it. */
export type PassDay = { passId: string; startsAt: string; endsAt: string; order: Order }

/** Lists the days of passes that were not revoked, the earliest first. */
export function listPassDays({ orders, passes, windows }: Visitor): PassDay[] {
  const orderOf = new Map(
    passes
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ id, orderId }) => [id, orders.find((order) => order.id === orderId)]),
  )
  return windows
    .flatMap((window) => {
      const order = orderOf.get(window.passId)
      return order ? [{ ...window, order }] : []
    })
    .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
}

/** "Magic Kingdom by text". */
export const passWords = ({ parkName, channel }: Pick<Order, 'parkName' | 'channel'>): string =>
  `${parkName ?? 'a park'} by ${wayName(channel)}`

export type PassLine = { isOn: boolean; title: string; text: string; next: string | null }

/** The pass that covers the present, or the last one, and the next one. Pure: the instant is an argument. */
export function passLine(visitor: Visitor, now: Date): PassLine {
  if (isMissing(visitor, 'billing', 'alerts'))
    return { isOn: false, title: `Pass ${NOT_KNOWN}`, text: 'A service did not answer', next: null }
  const clock = clockOf(visitor)
  const days = listPassDays(visitor)
  const ahead = days.find(({ startsAt }) => Date.parse(startsAt) > now.getTime())
  const next = ahead ? `Next: ${nameOf(ahead.order)}, ${clock(ahead.startsAt)}` : null
  const open = days.filter(
    ({ startsAt, endsAt }) => Date.parse(startsAt) <= now.getTime() && Date.parse(endsAt) > now.getTime(),
  )
  const [day] = open
  if (day) {
    const others = open.length > 1 ? `, and ${open.length - 1} more` : ''
    return {
      isOn: true,
      title: `${nameOf(day.order)}${others}`,
      text: `On until ${clock(day.endsAt)}, by ${wayName(day.order.channel)}, ${ridesOf(visitor, day.passId)}`,
      next,
    }
  }
  const plan = visitor.plans.find(({ state }) => state === 'active')
  if (plan) {
    const until = plan.coveredUntil === null ? 'On' : `On, paid until ${clock(plan.coveredUntil)}`
    return { isOn: true, title: 'Unlimited plan', text: until, next }
  }
  const last = days.findLast(({ endsAt }) => Date.parse(endsAt) <= now.getTime())
  return {
    isOn: false,
    title: 'No pass now',
    text: last ? `${nameOf(last.order)} ended ${clock(last.endsAt)}` : '',
    next,
  }
}

const nameOf = ({ parkName }: Pick<Order, 'parkName'>) => parkName ?? 'A park'

function ridesOf({ watchPasses, watches }: Visitor, passId: string): string {
  const subscriptionIds = new Set(
    watchPasses.filter(({ id }) => id === passId).map(({ subscriptionId }) => subscriptionId),
  )
  const rides = watches.filter(
    ({ subscriptionId, active, isRide }) => subscriptionIds.has(subscriptionId) && active && isRide !== false,
  ).length
  return `${rides} ${rides === 1 ? 'ride' : 'rides'}`
}
