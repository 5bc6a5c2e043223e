import type { EventOf } from '@walkon/contracts/event'
import type { RideReading, waitTimeObserved } from '@walkon/contracts/events/park-data'
import type { RideQueue } from '@walkon/contracts/ride-queue'
import type { Transaction } from '@walkon/service/database'
import { parkDayAt } from '@walkon/service/park-day'
import { inTrace } from '@walkon/service/trace-context'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import {
  LANE_READINGS_CHANNEL,
  listTimezones,
  lockReadingsOfParks,
  saveReadings,
  type ReadingRow,
} from '../../db/lanes/lane-readings.ts'
import {
  decideChange,
  decideOpenedAt,
  isCandidate,
  isUsable,
  toLaneState,
  toStandbyWindow,
} from '../../domain/lane-opening.ts'
import { tellOfLanes } from './tell-of-lanes.ts'

type Poll = EventOf<typeof waitTimeObserved>['data']

/** A reading older than this alerts no visitor (decisions, section 3). */
const TELLABLE_MS = 10 * 60_000

const KINDS = ['RETURN_TIME', 'PAID_RETURN_TIME'] as const

/**
 * Keeps the newest offers of each park, and tells of return times that match a preference since, each once. The telling is stored in the
 * transaction that stores the reading. Untrusted polls are passed over, and older ones than the newest known.
 */
export async function observeLanes(
  tx: Transaction,
  polls: { poll: Poll; traceId: string | null }[],
  now: Date,
): Promise<void> {
  for (const { poll, traceId } of polls)
    if (poll.trusted) await inTrace(traceId, () => observeLanesOf(tx, poll, now))
}

async function observeLanesOf(tx: Transaction, poll: Poll, now: Date): Promise<void> {
  const timezone = (await listTimezones(tx, [poll.parkId])).get(poll.parkId)
  if (timezone === undefined) return
  const known = await lockReadingsOfParks(tx, [poll.parkId])
  const before = new Map(known.map((row) => [`${row.rideId} ${row.kind}`, row]))
  const read = poll.rides
    .flatMap((ride) => toReadings(ride, poll, { before, timezone }))
    .filter(({ rideId, kind, observedAt }) => {
      const last = before.get(`${rideId} ${kind}`)
      return !last || observedAt > last.observedAt
    })
  await saveReadings(tx, read)
  wakeAfterCommit(tx, LANE_READINGS_CHANNEL)
  if (now.getTime() - Date.parse(poll.observedAt) > TELLABLE_MS) return
  const names = new Map(poll.rides.map(({ rideId, name }) => [rideId, name]))
  await tellOfLanes(
    tx,
    read.map((row) => ({
      reading: { ...row, rideName: names.get(row.rideId) ?? '', timezone },
      change: decideChange(before.get(`${row.rideId} ${row.kind}`) ?? null, row),
    })),
    now,
  )
}

type Known = { before: ReadonlyMap<string, ReadingRow>; timezone: string }

/** A ride with return times is not offered by its wait. A queue that the feed has shown and shows no more is unknown. */
function toReadings(ride: RideReading, poll: Poll, known: Known): ReadingRow[] {
  const queues = poll.parkOpen ? (ride.queues ?? []) : []
  const lanes = KINDS.flatMap((kind) => {
    const queue = queues.find((each) => each.kind === kind)
    return queue || known.before.has(`${ride.rideId} ${kind}`)
      ? [toLane(ride, poll, { kind, queue, ...known })]
      : []
  })
  const isOffered = lanes.length === 0 && poll.parkOpen && isCandidate(ride)
  const wasOffered = known.before.has(`${ride.rideId} STANDBY`)
  return isOffered || wasOffered ? [...lanes, toStandby(ride, poll, isOffered)] : lanes
}

function toLane(
  { rideId, status }: RideReading,
  poll: Poll,
  { kind, queue, before, timezone }: Known & { kind: (typeof KINDS)[number]; queue: RideQueue | undefined },
): ReadingRow {
  const observedAt = new Date(poll.observedAt)
  const last = before.get(`${rideId} ${kind}`) ?? null
  const startsAt = queue?.startsAt === undefined ? null : new Date(queue.startsAt)
  const endsAt = queue?.endsAt === undefined ? null : new Date(queue.endsAt)
  const told = toLaneState(queue?.state, status)
  const state =
    told === 'available' && !isUsable({ startsAt, endsAt }, timezone, observedAt) ? 'unknown' : told
  return {
    rideId,
    kind,
    parkId: poll.parkId,
    state,
    startsAt,
    endsAt,
    waitMinutes: null,
    ...toPrice(queue, last, parkDayAt(observedAt, timezone).date),
    openedAt: decideOpenedAt(last, { state, startsAt, observedAt }),
    observedAt,
  }
}

/** The first price of the park's day stays until the day ends: today's trend is against it. */
function toPrice(queue: RideQueue | undefined, last: ReadingRow | null, today: string) {
  // A paid return time costs something: 0 is no price.
  const amount = queue?.price?.amount || null
  const currency = queue?.price?.currency ?? null
  const isSameDay =
    last?.priceDate === today &&
    last.firstAmount !== null &&
    (currency === null || last.currency === null || last.currency === currency)
  const firstAmount = isSameDay ? last.firstAmount : amount
  return {
    amount,
    currency: currency ?? (isSameDay ? last.currency : null),
    priceDate: firstAmount === null ? null : today,
    firstAmount,
  }
}

function toStandby({ rideId, waitMinutes }: RideReading, poll: Poll, isOffered: boolean): ReadingRow {
  const observedAt = new Date(poll.observedAt)
  const window = isOffered ? toStandbyWindow(observedAt) : { startsAt: null, endsAt: null }
  return {
    rideId,
    kind: 'STANDBY',
    parkId: poll.parkId,
    state: isOffered ? 'available' : 'unknown',
    ...window,
    waitMinutes,
    amount: null,
    currency: null,
    priceDate: null,
    firstAmount: null,
    openedAt: null,
    observedAt,
  }
}
