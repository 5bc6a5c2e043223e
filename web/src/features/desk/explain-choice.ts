import { isWeekend, minuteOfDay, parkDateAt } from '../../lib/park-time.ts'
import { clockBeside, readingAt, type Explanation, type Question, type Stretch } from './question.ts'
import { stateAt } from './state-at.ts'
import type { Visitor } from './visitor.ts'

/** Explains that the park was not covered or the ride not watched at the instant of a question. Null if both were. */
export function explainChoice(visitor: Visitor, question: Question): Explanation | null {
  const { subscriptionId, rideName, at } = question
  const clock = clockBeside(question)
  const uncovered = explainCover(visitor, question)
  if (uncovered !== null) return { kind: 'uncovered', words: uncovered }
  const subscription = visitor.subscriptions.find(({ id }) => id === subscriptionId)
  const park = stateAt(
    visitor.changes.filter((change) => change.subscriptionId === subscriptionId && change.kind === 'switch'),
    at,
    subscription ? { active: subscription.active } : null,
  )
  if (park?.['active'] === false)
    return { kind: 'held', words: `The visitor had stopped the alerts of this park at ${clock(at)}.` }
  if (!isWatched(visitor, question))
    return {
      kind: 'unwatched',
      words: `${rideName} was not among the rides that the visitor watched at ${clock(at)}.`,
    }
  return null
}

/** True if the ride was among the visitor's choices at the instant. */
const isWatched = (visitor: Visitor, question: Question): boolean =>
  choiceAt(visitor, question)?.['active'] === true

/** The times of a stretch, in milliseconds, during which the ride was among the visitor's choices. */
export function listWatched(visitor: Visitor, ride: RideOfPark, { from, until }: Stretch): Stretch[] {
  const changes = visitor.changes.filter((change) => change.kind === 'ride' && isOf(ride, change))
  const within = changes
    .map(({ changedAt }) => Date.parse(changedAt))
    .filter((at) => from < at && at < until)
    .toSorted((one, other) => one - other)
  const ofRide = { changes, watches: visitor.watches.filter((watch) => isOf(ride, watch)) }
  return [from, ...within].flatMap((at, index) =>
    choiceAt(ofRide, { ...ride, at: new Date(at) })?.['active'] === true
      ? [{ from: at, until: within[index] ?? until }]
      : [],
  )
}

type RideOfPark = Pick<Question, 'subscriptionId' | 'rideId'>

const isOf = (ride: RideOfPark, row: { subscriptionId: string; rideId: string | null }) =>
  row.subscriptionId === ride.subscriptionId && row.rideId === ride.rideId

/** Returns the visitor's choice for the ride at the instant. */
function choiceAt(
  { changes, watches }: Pick<Visitor, 'changes' | 'watches'>,
  { at, ...ride }: Pick<Question, 'subscriptionId' | 'rideId' | 'at'>,
) {
  return stateAt(
    changes.filter((change) => change.kind === 'ride' && isOf(ride, change)),
    at,
    watches.find((watch) => isOf(ride, watch)) ?? null,
  )
}

function explainCover({ windows, watchPasses, plans }: Visitor, question: Question): string | null {
  const { subscriptionId, at } = question
  const clock = clockBeside(question)
  const own = new Set(
    watchPasses.filter((pass) => pass.subscriptionId === subscriptionId).map(({ id }) => id),
  )
  const covers = [
    ...windows
      .filter(({ passId }) => own.has(passId))
      .map(({ startsAt, endsAt }) => [startsAt, endsAt] as const),
    ...plans.flatMap(({ createdAt, coveredUntil }) =>
      coveredUntil === null ? [] : [[createdAt, coveredUntil] as const],
    ),
  ].map(([startsAt, endsAt]) => ({ startsAt: new Date(startsAt), endsAt: new Date(endsAt) }))
  if (covers.some(({ startsAt, endsAt }) => startsAt <= at && at < endsAt)) return null
  const before = covers
    .filter(({ endsAt }) => endsAt <= at)
    .toSorted((one, other) => +other.endsAt - +one.endsAt)[0]
  const next = covers
    .filter(({ startsAt }) => startsAt > at)
    .toSorted((one, other) => +one.startsAt - +other.startsAt)[0]
  const around = [
    before && `the one before ended at ${clock(before.endsAt)}`,
    next && `the next one began at ${clock(next.startsAt)}`,
  ].filter((part) => part !== undefined)
  return `No pass and no plan of this visitor covered the park at ${clock(at)}${around.length > 0 ? `: ${around.join(', ')}` : ''}.`
}

/** The limit of the ride at the instant, in minutes; null where none is known. */
export function limitAt(visitor: Visitor, question: Question): { minutes: number; fits: boolean } | null {
  const choice = choiceAt(visitor, question)
  if (choice === null) return null
  if (choice['fitted'] !== true) return { minutes: Number(choice['thresholdMinutes']), fits: false }
  const { at, timezone, rideId } = question
  const limits = visitor.rideLimits.find((row) => row.rideId === rideId)
  const hours = isWeekend(parkDateAt(at, timezone)) ? limits?.weekend : limits?.weekday
  const minutes = hours?.[Math.floor(minuteOfDay(at, timezone) / 60)] ?? null
  return minutes === null ? null : { minutes, fits: true }
}

/** The wait and the limit that it is above. Null where it was short, or no limit is known. */
function findExcess(visitor: Visitor, question: Question) {
  const wait = readingAt(question)?.waitMinutes ?? null
  const limit = limitAt(visitor, question)
  return wait === null || limit === null || wait <= limit.minutes ? null : { wait, limit }
}

/** True if the wait was short, or no limit is known. */
export const isWithinLimit = (visitor: Visitor, question: Question): boolean =>
  findExcess(visitor, question) === null

/** A wait above the limit. Null where it was short, or no limit is known. */
export function explainLimit(visitor: Visitor, question: Question): Explanation | null {
  const { rideName, history, at } = question
  const excess = findExcess(visitor, question)
  if (!excess) return null
  const { wait, limit } = excess
  const clock = clockBeside(question)
  const lowest = history.observations
    .filter(({ status, waitMinutes }) => status === 'OPERATING' && (waitMinutes ?? 0) > 0)
    .toSorted((one, other) => (one.waitMinutes ?? 0) - (other.waitMinutes ?? 0))[0]
  const least = lowest
    ? ` Its lowest wait that day was ${lowest.waitMinutes} min, from ${clock(new Date(lowest.observedAt))}.`
    : ''
  const which = limit.fits
    ? `the limit that fits the ride at that hour was ${limit.minutes}`
    : `the visitor’s limit was ${limit.minutes}`
  return { kind: 'not-short', words: `At ${clock(at)} ${rideName} was ${wait} min, and ${which}.${least}` }
}
