import { clockTime, timezoneName } from '../../lib/park-time.ts'
import { hasFailed } from './fates.ts'
import type { Likeliest } from './finding.ts'
import { MINUTE_MS, type Observation, type Stretch } from './question.ts'
import type { Spell } from './spells.ts'
import type { LaneOfDay } from './use-day.ts'
import type { Visitor } from './visitor.ts'

type Told = { lanes: LaneOfDay[]; subscriptionId: string; timezone: string }

/** The longest time without a message while a pass covered the readings of a day, with its cause. Null where nothing was covered. Pure. */
export function longestSilence(
  visitor: Visitor,
  { lanes, subscriptionId, timezone }: Told,
): Likeliest | null {
  const sent = sentAt(visitor, subscriptionId)
  const silences = covered(visitor, subscriptionId, lanes).flatMap((stretch) => between(stretch, sent))
  const [longest] = silences.toSorted((one, other) => lengthOf(other) - lengthOf(one))
  if (!longest || lengthOf(longest) < MINUTE_MS) return null
  const clock = (at: number) => clockTime(new Date(at), timezone)
  const minutes = Math.floor(lengthOf(longest) / MINUTE_MS)
  const cause = worstOf(lanes, longest)
  return {
    ...figureOf(minutes),
    label: 'Longest silence',
    shape: cause ? 'long' : 'none',
    asked: `Why nothing from ${clock(longest.from)} to ${clock(longest.until)} ${timezoneName(new Date(longest.until), timezone)}?`,
    answer: cause
      ? `${cause.rideName} was ${cause.waitMinutes} min at ${clock(Date.parse(cause.from))}. ${cause.words}`
      : closestWords(
          lanes.filter(({ watched }) => watched.some((stretch) => sharedMs(stretch, longest) >= MINUTE_MS)),
          longest,
          clock,
        ),
  }
}

const sharedMs = (one: Stretch, other: Stretch) =>
  Math.min(one.until, other.until) - Math.max(one.from, other.from)

const lengthOf = ({ from, until }: Stretch) => until - from

const figureOf = (minutes: number) =>
  minutes < 60
    ? { figure: String(minutes), unit: 'min' }
    : { figure: `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`, unit: 'h' }

/** Instants at which an alert of the park reached the visitor, ascending. */
function sentAt({ alerts, deliveryAlerts, deliveries }: Visitor, subscriptionId: string): number[] {
  const ids = new Set(alerts.filter((alert) => alert.subscriptionId === subscriptionId).map(({ id }) => id))
  const messages = new Set(
    deliveryAlerts.filter(({ alertId }) => ids.has(alertId)).map(({ deliveryId }) => deliveryId),
  )
  return deliveries
    .filter((delivery) => messages.has(delivery.id) && !hasFailed(delivery))
    .map(({ changedAt }) => Date.parse(changedAt))
    .toSorted((one, other) => one - other)
}

/** Stretches of the day's readings that a pass or plan covered. */
function covered({ windows, watchPasses, plans }: Visitor, subscriptionId: string, lanes: LaneOfDay[]) {
  const instants = lanes.flatMap(({ observations }) =>
    observations.filter(isOpen).map(({ observedAt }) => Date.parse(observedAt)),
  )
  if (instants.length === 0) return []
  const day = { from: least(instants), until: most(instants) }
  const own = new Set(
    watchPasses.filter((pass) => pass.subscriptionId === subscriptionId).map(({ id }) => id),
  )
  const spans = [
    ...windows
      .filter(({ passId }) => own.has(passId))
      .map(({ startsAt, endsAt }) => [startsAt, endsAt] as const),
    ...plans.flatMap(({ createdAt, coveredUntil }) =>
      coveredUntil === null ? [] : [[createdAt, coveredUntil] as const],
    ),
  ]
  return spans
    .map(([startsAt, endsAt]) => ({
      from: Math.max(day.from, Date.parse(startsAt)),
      until: Math.min(day.until, Date.parse(endsAt)),
    }))
    .filter(({ from, until }) => from < until)
}

const isOpen = ({ status, waitMinutes }: Observation) => status === 'OPERATING' && (waitMinutes ?? 0) > 0
const least = (values: number[]) => values.reduce((one, other) => Math.min(one, other))
const most = (values: number[]) => values.reduce((one, other) => Math.max(one, other))

function between({ from, until }: Stretch, sent: number[]): Stretch[] {
  const marks = [from, ...sent.filter((at) => from < at && at < until), until]
  return marks.slice(1).map((mark, index) => ({ from: marks[index] ?? from, until: mark }))
}

const HELD: ReadonlySet<Spell['kind']> = new Set(['held', 'failed', 'unexplained'])

/** The shortest wait of the stretch that could have alerted. */
const worstOf = (lanes: LaneOfDay[], stretch: Stretch): Spell | undefined =>
  lanes
    .flatMap(({ spells }) => spells)
    .filter(
      ({ kind, from, until }) =>
        HELD.has(kind) && Date.parse(from) < stretch.until && Date.parse(until) > stretch.from,
    )
    .toSorted((one, other) => one.waitMinutes - other.waitMinutes)[0]

function closestWords(lanes: LaneOfDay[], { from, until }: Stretch, clock: (at: number) => string): string {
  if (lanes.length === 0) return 'No ride was watched.'
  const none =
    lanes.length === 1
      ? `${lanes[0]?.rideName ?? 'The ride'} did not get down to its limit.`
      : `None of the ${lanes.length} rides got down to its limit.`
  const [closest] = lanes
    .flatMap(({ rideName, limit, watched, observations }) =>
      limit === null
        ? []
        : observations
            .filter(isOpen)
            .filter(({ observedAt }) => {
              const at = Date.parse(observedAt)
              return isWithin(at, { from, until }) && watched.some((stretch) => isWithin(at, stretch))
            })
            .map(({ observedAt, waitMinutes }) => ({
              rideName,
              limit: limit.minutes,
              wait: waitMinutes ?? 0,
              at: Date.parse(observedAt),
            })),
    )
    .filter(({ wait, limit }) => wait > limit)
    .toSorted((one, other) => one.wait - one.limit - (other.wait - other.limit))
  return closest
    ? `${none} Closest: ${closest.rideName} at ${closest.wait} min, ${clock(closest.at)}. The limit is ${closest.limit}.`
    : none
}

const isWithin = (at: number, { from, until }: Stretch) => from <= at && at <= until
