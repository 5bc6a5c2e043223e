import { minuteOfDay, parkDayAt } from '../../lib/park-time.ts'
import { clockBeside, MINUTE_MS, NEAR_MS, type Question } from './question.ts'
import { minutesOf, quietClock } from './quiet-clock.ts'
import { stateAt } from './state-at.ts'
import type { Visitor } from './visitor.ts'

/** Explains why the alert of a short wait was kept back. Null if it was not. */
export const explainHold = (visitor: Visitor, question: Question): string | null =>
  explainQuiet(visitor, question) ?? explainCooldown(visitor, question) ?? explainPark(visitor, question)

function explainQuiet(visitor: Visitor, question: Question): string | null {
  const { subscriptionId, rideId, timezone, at } = question
  const clock = clockBeside(question)
  const changes = visitor.changes.filter((change) => change.subscriptionId === subscriptionId)
  const { preferences } = visitor
  const quiet = stateAt(
    changes.filter(({ kind }) => kind === 'quiet-hours' || kind === 'pause'),
    at,
    preferences && {
      quietHours: preferences.quietFrom && { from: preferences.quietFrom, until: preferences.quietUntil },
      pausedAt: preferences.pausedAt,
    },
  )
  const hours = quiet?.['quietHours'] as { from: string; until: string } | null | undefined
  if (hours && isWithin(minuteOfDay(at, timezone), minutesOf(hours.from), minutesOf(hours.until)))
    return `${clock(at)} was within the visitor’s quiet hours, ${quietClock(hours.from)} to ${quietClock(hours.until)}.`
  const pausedAt = quiet?.['pausedAt']
  if (
    typeof pausedAt === 'string' &&
    Date.parse(pausedAt) <= at.getTime() &&
    parkDayAt(new Date(pausedAt), timezone) === parkDayAt(at, timezone)
  )
    return `The visitor had paused all alerts for the day at ${clock(new Date(pausedAt))}.`
  const answered = changes.findLast(
    ({ kind, rideId: silenced, after, changedAt }) =>
      (kind === 'snooze' || (kind === 'done' && silenced === rideId)) &&
      Date.parse(changedAt) <= at.getTime() &&
      Date.parse(String(after?.['until'])) > at.getTime(),
  )
  return answered
    ? `The visitor had answered ${answered.kind.toUpperCase()} at ${clock(new Date(answered.changedAt))}: no alert until ${clock(new Date(String(answered.after?.['until'])))}.`
    : null
}

/** Quiet hours may pass midnight. */
const isWithin = (minutes: number, from: number, until: number) =>
  from < until ? from <= minutes && minutes < until : minutes >= from || minutes < until

function explainCooldown({ alerts }: Visitor, question: Question): string | null {
  const { subscriptionId, rideId, rideName, at, cooldownMinutes } = question
  const clock = clockBeside(question)
  const before = alerts.findLast(
    (alert) =>
      alert.subscriptionId === subscriptionId &&
      alert.rideId === rideId &&
      Date.parse(alert.triggeredAt) < at.getTime() &&
      at.getTime() - Date.parse(alert.triggeredAt) < cooldownMinutes * MINUTE_MS,
  )
  if (!before) return null
  const madeAt = new Date(before.triggeredAt)
  const age = Math.round((at.getTime() - madeAt.getTime()) / MINUTE_MS)
  const next = new Date(madeAt.getTime() + cooldownMinutes * MINUTE_MS)
  return `The alert before for ${rideName} was ${age} min old, made at ${clock(madeAt)}: a ride alerts once in ${cooldownMinutes} min, so the next could come from ${clock(next)}.`
}

const HOLDS: Record<string, string> = {
  'park-closed': 'the park was closed',
  untrusted:
    'the readings of the park were not trusted: they came first after a gap, or had stopped changing',
  stale: 'the reading came too late to be of use',
  behind: 'newer readings were waiting behind it',
}

function explainPark({ subscriptions, holds }: Visitor, question: Question): string | null {
  const { subscriptionId, at } = question
  const clock = clockBeside(question)
  const parkId = subscriptions.find(({ id }) => id === subscriptionId)?.parkId
  const hold = holds.find(
    ({ parkId: held, heldFrom, heldUntil }) =>
      held === parkId &&
      Date.parse(heldFrom) - NEAR_MS <= at.getTime() &&
      at.getTime() <= Date.parse(heldUntil) + NEAR_MS,
  )
  if (!hold) return null
  const [from, until] = [clock(new Date(hold.heldFrom)), clock(new Date(hold.heldUntil))]
  const when = from === until ? `At ${from}` : `From ${from} to ${until}`
  return `${when} no visitor of the park was alerted: ${HOLDS[hold.reason] ?? hold.reason}.`
}
