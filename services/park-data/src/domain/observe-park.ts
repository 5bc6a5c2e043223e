import type { RideStatus } from '@walkon/contracts/values'
import { minutesInto, type ParkDay } from '@walkon/service/park-day'
import { isBaseline, isFrozen } from './guards.ts'
import { notAfter, type LiveRow } from './live-row.ts'
import { isOpen, type Opening } from './opening-hours.ts'
import { isOpenByRides } from './park-open.ts'
import type { ParkHour } from './local-hour.ts'
import type { ParkState, RideState } from './park-state.ts'
import { toQueueKind } from './queue-kind.ts'
import { followReopenings, isFlap } from './reopenings.ts'
import { isRide } from './ride-rule.ts'
import { isOfEarlierDay, readingsCountFrom, stampShiftMs } from './row-age.ts'
import { addStep } from './wait-steps.ts'

export type Circumstances = {
  readAt: Date
  day: ParkDay
  timezone: string
  openings: Opening[]
  nameOf: (row: LiveRow) => string
  /** True if the catalogue has the attraction as one that posts waits. */
  postsWaits: (rideId: string) => boolean
}

/** The facts that follow from one reading of a park. */
export type ParkObservation = {
  next: ParkState
  /** By the schedule, or by its rides where the schedule is missing or says closed. */
  parkOpen: boolean
  /** True if a row last changed on an earlier day, so that its wait is no reading. */
  isOld: (row: Pick<LiveRow, 'changedAt'>) => boolean
  /** False for a baseline and for a frozen park. */
  trusted: boolean
  /** Every ride with a row in the answer, changed or not. */
  observed: RideState[]
  /** The rides whose status differs from the previous reading. */
  statusChanges: { ride: RideState; from: RideStatus; isFlap: boolean }[]
  /** Attractions that became rides or are none any more. */
  rideChanges: RideState[]
  /** Rides whose state must be saved. */
  toSave: RideState[]
  /** Rides whose forecast changed. */
  forecastsToSave: RideState[]
  /** Rides whose status or wait changed: the steps of the history. Each ride once at the start of a park day. */
  toRecord: RideState[]
}

/** How often an unchanged ride is saved as still listed. */
const SEEN_AGAIN_AFTER_MS = 6 * 3_600_000

/** Applies one answer's rows of a park to its state. There is at least one row. */
export function observePark(
  previous: ParkState,
  answered: LiveRow[],
  circumstances: Circumstances,
): ParkObservation {
  const { readAt, day, timezone, openings } = circumstances
  const openByHours = isOpen(openings, readAt)
  const openByRides = !openByHours && isOpenByRides(answered, openings, readAt)
  const parkOpen = openByHours || openByRides
  const countFrom = readingsCountFrom(openings, { day, readAt, isOpenByRides: openByRides })
  const shiftMs = stampShiftMs(answered, readAt, timezone)
  const isOld = (row: Pick<LiveRow, 'changedAt'>) => isOfEarlierDay(row, countFrom, shiftMs)
  const rows = answered.map((row) => (isOld(row) ? { ...row, waitMinutes: null, queues: [] } : row))
  const posts = postsBy(parkOpen, previous.isYoung)
  const isNewDay = previous.date !== day.date
  const rides = new Map(previous.rides)
  const observation = nothingObserved()
  let hasChanged = false

  const keep = (before: RideState | undefined, after: RideState) => {
    rides.set(after.rideId, after)
    const isStep = !before || isNewDay || isDifferentReading(before, after)
    if (isStep) observation.toRecord.push(after)
    if (isStep || isToSave(before, after)) observation.toSave.push(after)
    if (isDifferent(before?.forecast ?? [], after.forecast)) observation.forecastsToSave.push(after)
  }

  for (const row of rows) {
    const before = previous.rides.get(row.rideId)
    const after = toPosting(toNextState(before, row, circumstances, isNewDay), posts(row))
    if (isRide(after) !== (before !== undefined && isRide(before))) observation.rideChanges.push(after)
    keep(before, after)
    observation.observed.push(after)
    if (before && before.status !== after.status) observation.statusChanges.push(toChange(before, after))
    if (!before || isNews(before, after, isOld(row))) hasChanged = true
  }

  const present = new Set(rows.map(({ rideId }) => rideId))
  for (const before of previous.rides.values()) {
    if (present.has(before.rideId)) continue
    if (!before.isAbsent) hasChanged = true
    if (!before.isAbsent || isNewDay) keep(before, toAbsent(before, circumstances, isNewDay))
  }

  const lastChangeAt =
    previous.readAt === null ? newestChange(rows, readAt) : hasChanged ? readAt : previous.rowChangedAt
  const rowChangedAt = lastChangeAt ?? readAt
  return {
    ...observation,
    isOld,
    parkOpen,
    trusted: !isBaseline(previous, readAt) && !isFrozen(rowChangedAt, readAt),
    next: {
      parkId: previous.parkId,
      date: day.date,
      readAt,
      wasEmpty: false,
      openByRidesAt: openByRides ? readAt : previous.openByRidesAt,
      isYoung: previous.isYoung,
      rowChangedAt,
      rides,
    },
  }
}

/** True if a row shows its attraction to be one that posts waits (`ride-rule.ts`). */
const postsBy = (parkOpen: boolean, isYoung: boolean) => (row: LiveRow) =>
  (parkOpen && ridableWait(row) !== null) || (isYoung && row.hasStandby)

const toPosting = (ride: RideState, posts: boolean): RideState =>
  posts && !ride.postsWaits ? { ...ride, postsWaits: true } : ride

const nothingObserved = (): Omit<ParkObservation, 'next' | 'parkOpen' | 'trusted' | 'isOld'> => ({
  observed: [],
  statusChanges: [],
  rideChanges: [],
  toSave: [],
  forecastsToSave: [],
  toRecord: [],
})

/** A wait that stops counting because the park has opened is no change of the feed. */
const isNews = (before: RideState, after: RideState, isOld: boolean): boolean =>
  (isOld ? before.status !== after.status : isDifferentReading(before, after)) ||
  changedUpstream(before, after)

const toChange = (before: RideState, after: RideState) => ({
  ride: after,
  from: before.status,
  isFlap: before.status === 'DOWN' && after.status === 'OPERATING' && isFlap(before, after),
})

const isToSave = (before: RideState, after: RideState): boolean =>
  before.seenAt !== after.seenAt ||
  before.queueKind !== after.queueKind ||
  before.rawStatus !== after.rawStatus ||
  before.downPolls !== after.downPolls ||
  changedUpstream(before, after) ||
  isDifferent(before.queues, after.queues)

export type WaitSample = { parkId: string; date: string; hour: number; rideId: string; waitMinutes: number }

/** The waits that count for statistics: posted, at a running ride, in an open park, by a feed that is not frozen. */
export function toWaitSamples(observation: ParkObservation, { date, hour }: ParkHour): WaitSample[] {
  const { observed, next, parkOpen, trusted } = observation
  if (!parkOpen || !trusted) return []
  return observed.flatMap((ride) => {
    const waitMinutes = ridableWait(ride)
    return waitMinutes === null ? [] : [{ parkId: next.parkId, date, hour, rideId: ride.rideId, waitMinutes }]
  })
}

function toNextState(
  before: RideState | undefined,
  row: LiveRow,
  circumstances: Circumstances,
  isNewDay: boolean,
): RideState {
  const { readAt, day, nameOf, postsWaits } = circumstances
  const isSameWait = before?.waitMinutes === row.waitMinutes
  const isSeenLongAgo = !before || readAt.getTime() - before.seenAt.getTime() > SEEN_AGAIN_AFTER_MS
  return {
    rideId: row.rideId,
    name: nameOf(row),
    status: row.status,
    rawStatus: row.rawStatus,
    waitMinutes: row.waitMinutes,
    changedAt: row.changedAt,
    queueKind: toQueueKind(before?.queueKind ?? 'unknown', row),
    postsWaits: before?.postsWaits ?? postsWaits(row.rideId),
    isAbsent: false,
    previousWaitMinutes: before && !isSameWait ? before.waitMinutes : (before?.previousWaitMinutes ?? null),
    waitSince: before && isSameWait ? before.waitSince : readAt,
    seenAt: isSeenLongAgo ? readAt : before.seenAt,
    today: addStep(isNewDay ? [] : (before?.today ?? []), minutesInto(day, readAt), ridableWait(row)),
    ...followReopenings(before, row.status, readAt),
    queues: row.queues,
    forecast: row.forecast,
  }
}

/** A missing row is no data, and does not mean that the ride is closed. */
function toAbsent(before: RideState, { readAt, day }: Circumstances, isNewDay: boolean): RideState {
  return {
    ...before,
    isAbsent: true,
    waitMinutes: null,
    previousWaitMinutes: null,
    waitSince: before.waitMinutes === null ? before.waitSince : readAt,
    queues: [],
    today: addStep(isNewDay ? [] : before.today, minutesInto(day, readAt), null),
  }
}

/** A wait posted at a ride that does not run is out of date. */
const ridableWait = ({ status, waitMinutes }: Pick<LiveRow, 'status' | 'waitMinutes'>) =>
  status === 'OPERATING' ? waitMinutes : null

const isDifferentReading = (before: RideState, after: RideState) =>
  before.status !== after.status ||
  before.waitMinutes !== after.waitMinutes ||
  before.isAbsent !== after.isAbsent

const isDifferent = (before: unknown, after: unknown) => JSON.stringify(before) !== JSON.stringify(after)

const changedUpstream = (before: RideState, after: RideState) =>
  before.changedAt?.getTime() !== after.changedAt?.getTime()

/** For a park that is read for the first time, only the feed's own instants show how old the rows are. */
function newestChange(rows: LiveRow[], readAt: Date): Date | null {
  const instants = rows.flatMap(({ changedAt }) => (changedAt ? [changedAt.getTime()] : []))
  return instants.length === 0 ? null : notAfter(readAt, new Date(Math.max(...instants)))
}
