import type { PlanView } from '@walkon/contracts/http/plans'
import { dollars } from '../../lib/money.ts'
import { dayLabel, parkDateAt } from '../../lib/park-time.ts'

/** A plan belongs to no park: its days are the visitor's own. */
const toDay = (instant: string) =>
  dayLabel(parkDateAt(new Date(instant), Intl.DateTimeFormat().resolvedOptions().timeZone))

/** True if alerts come by this plan now. */
export const isCovering = ({ state }: PlanView): boolean => state === 'active' || state === 'past-due'

/** Returns the state of the plan, in one line. */
export function stateWords({ state, cancelsAtPeriodEnd }: PlanView): string {
  if (state === 'none') return 'Not active'
  if (state === 'opening') return 'Waiting for your payment'
  if (state === 'past-due') return 'Your last payment failed'
  return cancelsAtPeriodEnd ? 'Cancelled' : 'Active'
}

/** Returns the loss of a running plan by deleting the account; null if none runs. */
export function lossWords(plan: PlanView): string | null {
  if (!isCovering(plan)) return null
  const { state, monthCents, currentPeriodEndsAt, cancelsAtPeriodEnd } = plan
  const named = `your unlimited plan, ${dollars(monthCents)} a month`
  const rest =
    state === 'active' && currentPeriodEndsAt
      ? `, with the rest of the month that you paid for, until ${toDay(currentPeriodEndsAt)}`
      : ''
  return `${named}${rest}. ${cancelsAtPeriodEnd ? 'Nothing more is charged' : 'Charging ends: nothing more is taken from your card'}`
}

/** Returns the next event of the plan, and when. */
export function nextWords(plan: PlanView): string {
  const { state, monthCents, currentPeriodEndsAt, cancelsAtPeriodEnd, graceEndsAt } = plan
  if (state === 'past-due' && graceEndsAt) {
    return `Your alerts go on until ${toDay(graceEndsAt)}. If no payment works by then, your plan ends, and nothing more is charged.`
  }
  if (state !== 'active' || !currentPeriodEndsAt) {
    return 'Alerts for every park where you choose rides, for as long as you keep the plan.'
  }
  const day = toDay(currentPeriodEndsAt)
  return cancelsAtPeriodEnd
    ? `Your alerts go on until ${day}. Nothing more is charged.`
    : `Next payment: ${dollars(monthCents)} on ${day}.`
}
