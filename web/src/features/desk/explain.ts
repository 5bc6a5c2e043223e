import type { RideHistory } from '@walkon/contracts/http/parks'
import { clockTime } from '../../lib/park-time.ts'
import { fateWords, hasFailed } from './fates.ts'
import type { Change, Visitor } from './visitor.ts'

/** Why a visitor got nothing, or two messages, in words, from the rows that the services keep. Pure: history and instant are arguments. */

export type Question = {
  subscriptionId: string
  rideId: string
  rideName: string
  timezone: string
  /** The instant that the visitor asks about. */
  at: Date
  history: Pick<RideHistory, 'observations'>
  cooldownMinutes: number
}

const MINUTE_MS = 60_000
/** A visitor's clock, the feed's delay and the way of a message are this far apart at most. */
const NEAR_MS = 5 * MINUTE_MS
/** A reading that is older says nothing of the instant. */
const READING_MS = 15 * MINUTE_MS

const HOLDS: Record<string, string> = {
  'park-closed': 'the park was closed',
  untrusted:
    'the readings of the park were not trusted: they came first after a gap, or had stopped changing',
  stale: 'the reading came too late to be of use',
  behind: 'newer readings were waiting behind it',
}

/** The answer to “Why did I get nothing at that time for that ride?” */
export function explainSilence(visitor: Visitor, question: Question): string {
  const { rideName } = question
  const clock = (at: Date) => clockTime(at, question.timezone)
  return (
    explainSent(visitor, question, clock) ??
    explainReading(question, clock) ??
    explainChoice(visitor, question, clock) ??
    explainQuiet(visitor, question, clock) ??
    explainHeld(visitor, question, clock) ??
    `Nothing that is kept explains it: at ${clock(question.at)} ${rideName} was short enough, was watched, and nothing held the alert. Take the ids of the time line to an engineer.`
  )
}

type Clock = (at: Date) => string

function explainSent({ alerts, deliveries, deliveryAlerts }: Visitor, question: Question, clock: Clock) {
  const near = alerts.find(
    (alert) =>
      alert.subscriptionId === question.subscriptionId &&
      alert.rideId === question.rideId &&
      Math.abs(Date.parse(alert.triggeredAt) - question.at.getTime()) <= NEAR_MS,
  )
  if (!near) return null
  const ids = new Set(
    deliveryAlerts.filter(({ alertId }) => alertId === near.id).map(({ deliveryId }) => deliveryId),
  )
  const fates = deliveries.filter(({ id }) => ids.has(id)).map(fateWords)
  const made = `An alert for ${question.rideName} was made at ${clock(new Date(near.triggeredAt))}`
  return fates.length > 0
    ? `${made}. Its message${fates.length === 1 ? '' : 's'}: ${fates.join('; ')}.`
    : `${made}, and no message of it is kept: it may still be on its way, or older than messages are kept.`
}

function explainReading({ history, at, rideName }: Question, clock: Clock): string | null {
  const reading = history.observations.findLast(
    ({ observedAt }) => Date.parse(observedAt) <= at.getTime() + 2 * MINUTE_MS,
  )
  if (!reading || at.getTime() - Date.parse(reading.observedAt) > READING_MS * 16)
    return `We have no reading of ${rideName} at ${clock(at)}.`
  if (reading.status !== 'OPERATING')
    return `${rideName} was not running at ${clock(at)}: the park said “${reading.status.toLowerCase()}”.`
  if (reading.waitMinutes === null) return `The park posted no wait for ${rideName} at ${clock(at)}.`
  return reading.waitMinutes === 0
    ? `${rideName} posted 0 at ${clock(at)}: a ride without a queue posts 0 all day, so 0 alerts nobody.`
    : null
}

/** The newest reading at an instant. */
const waitAt = ({ history, at }: Question): number | null =>
  history.observations.findLast(({ observedAt }) => Date.parse(observedAt) <= at.getTime() + 2 * MINUTE_MS)
    ?.waitMinutes ?? null

/** What was in force at an instant: before the first change after it, or what is in force now. */
function stateAt(changes: Change[], at: Date, present: Record<string, unknown> | null) {
  const later = changes
    .filter(({ changedAt }) => Date.parse(changedAt) > at.getTime())
    .toSorted((one, other) => Date.parse(one.changedAt) - Date.parse(other.changedAt))
  return later[0] ? later[0].before : present
}

function explainChoice(visitor: Visitor, question: Question, clock: Clock): string | null {
  const { subscriptionId, rideId, rideName, at } = question
  const when = clock(at)
  const subscription = visitor.subscriptions.find(({ id }) => id === subscriptionId)
  const changes = visitor.changes.filter((change) => change.subscriptionId === subscriptionId)
  if (!isCovered(visitor, subscriptionId, at))
    return `No pass and no plan of this visitor covered the park at ${when}.`
  const park = stateAt(
    changes.filter(({ kind }) => kind === 'switch'),
    at,
    subscription ? { active: subscription.active } : null,
  )
  if (park?.['active'] === false) return `The visitor had stopped the alerts of this park at ${when}.`
  const watch = visitor.watches.find((row) => row.subscriptionId === subscriptionId && row.rideId === rideId)
  const choice = stateAt(
    changes.filter((change) => change.kind === 'ride' && change.rideId === rideId),
    at,
    watch ?? null,
  )
  if (choice?.['active'] !== true)
    return `${rideName} was not among the rides that the visitor watched at ${when}.`
  return explainLimit(question, choice, when, clock)
}

function explainLimit(question: Question, choice: Record<string, unknown>, when: string, clock: Clock) {
  const wait = waitAt(question)
  const limit = choice['fitted'] === true ? null : Number(choice['thresholdMinutes'])
  if (wait === null || limit === null || wait <= limit) return null
  const lowest = question.history.observations
    .filter(({ status, waitMinutes }) => status === 'OPERATING' && (waitMinutes ?? 0) > 0)
    .toSorted((one, other) => (one.waitMinutes ?? 0) - (other.waitMinutes ?? 0))[0]
  const least = lowest
    ? ` Its lowest wait that day was ${lowest.waitMinutes} min, from ${clock(new Date(lowest.observedAt))}.`
    : ''
  return `At ${when} ${question.rideName} was ${wait} min, and the visitor’s limit was ${limit}.${least}`
}

function isCovered({ windows, watchPasses, plans }: Visitor, subscriptionId: string, at: Date): boolean {
  const own = new Set(
    watchPasses.filter((pass) => pass.subscriptionId === subscriptionId).map(({ id }) => id),
  )
  return (
    windows.some(
      ({ passId, startsAt, endsAt }) =>
        own.has(passId) && Date.parse(startsAt) <= at.getTime() && at.getTime() < Date.parse(endsAt),
    ) || plans.some(({ state, createdAt }) => state !== 'abandoned' && Date.parse(createdAt) <= at.getTime())
  )
}

function explainQuiet(visitor: Visitor, { subscriptionId, rideId, timezone, at }: Question, clock: Clock) {
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
  if (hours && isWithin(minutesOf(at, timezone), toMinutes(hours.from), toMinutes(hours.until)))
    return `${clock(at)} was within the visitor’s quiet hours, ${hours.from.slice(0, 5)} to ${hours.until.slice(0, 5)}.`
  const pausedAt = quiet?.['pausedAt']
  if (
    typeof pausedAt === 'string' &&
    isSameDay(new Date(pausedAt), at, timezone) &&
    Date.parse(pausedAt) <= at.getTime()
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

const toMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

function minutesOf(at: Date, timezone: string): number {
  const clock = at.toLocaleTimeString('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' })
  return toMinutes(clock)
}

const isSameDay = (one: Date, other: Date, timezone: string) =>
  one.toLocaleDateString('en-CA', { timeZone: timezone }) ===
  other.toLocaleDateString('en-CA', { timeZone: timezone })

function explainHeld(visitor: Visitor, question: Question, clock: Clock): string | null {
  const { subscriptionId, rideId, rideName, at, cooldownMinutes } = question
  const before = visitor.alerts.findLast(
    (alert) =>
      alert.subscriptionId === subscriptionId &&
      alert.rideId === rideId &&
      Date.parse(alert.triggeredAt) < at.getTime() &&
      at.getTime() - Date.parse(alert.triggeredAt) < cooldownMinutes * MINUTE_MS,
  )
  if (before) {
    const age = Math.round((at.getTime() - Date.parse(before.triggeredAt)) / MINUTE_MS)
    return `The alert before for ${rideName} was ${age} min old, made at ${clock(new Date(before.triggeredAt))}: a ride alerts once in ${cooldownMinutes} min.`
  }
  const parkId = visitor.subscriptions.find(({ id }) => id === subscriptionId)?.parkId
  const hold = visitor.holds.find(
    ({ parkId: held, heldFrom, heldUntil }) =>
      held === parkId &&
      Date.parse(heldFrom) - NEAR_MS <= at.getTime() &&
      at.getTime() <= Date.parse(heldUntil) + NEAR_MS,
  )
  return hold
    ? `From ${clock(new Date(hold.heldFrom))} to ${clock(new Date(hold.heldUntil))} no visitor of the park was alerted: ${HOLDS[hold.reason] ?? hold.reason}.`
    : null
}

/** The answers to “Why two messages?”: alerts that went out by more than one message, the newest first. */
export function explainDoubles({ deliveries, deliveryAlerts }: Visitor): string[] {
  const sent = new Map(
    deliveries.filter(({ state }) => state !== 'suppressed').map((delivery) => [delivery.id, delivery]),
  )
  const byAlert = Map.groupBy(
    deliveryAlerts.filter(({ deliveryId }) => sent.has(deliveryId)),
    ({ alertId }) => alertId,
  )
  return [...byAlert.values()]
    .filter((rows) => rows.length > 1)
    .toReversed()
    .map((rows) => {
      const ways = rows.flatMap(({ deliveryId }) => sent.get(deliveryId) ?? [])
      const why = ways.some(hasFailed)
        ? 'one did not arrive, so the alert went another way too'
        : 'each to another way of the visitor'
      return `One alert for ${rows[0]?.rideName} went by ${rows.length} messages, ${why}: ${ways.map(fateWords).join('; ')}.`
    })
}

/** The instant of a park's clock. At the hour that a change of clocks leaves out, the hour after it. */
export function instantAt(date: string, time: string, timezone: string): Date {
  const asUtc = Date.parse(`${date}T${time}:00Z`)
  const offsetAt = (at: number) => {
    const shown = new Date(at).toLocaleString('sv-SE', { timeZone: timezone })
    return Date.parse(`${shown.replace(' ', 'T')}Z`) - at
  }
  const guess = asUtc - offsetAt(asUtc)
  return new Date(asUtc - offsetAt(guess))
}
