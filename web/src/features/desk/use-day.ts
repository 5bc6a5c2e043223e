import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { RideHistory } from '@walkon/contracts/http/ride-history'
import { useMemo, useState } from 'react'
import { addDays, parkDayAt } from '../../lib/park-time.ts'
import { limitAt, listWatched } from './explain-choice.ts'
import type { Span } from './lane-plot.tsx'
import { instantAt } from './park-instant.ts'
import { historyQuery, waitsOfDays } from './queries.ts'
import { NEAR_MS, type Observation, type Question, type Stretch } from './question.ts'
import { listSpells, type Spell } from './spells.ts'
import type { Visitor } from './visitor.ts'

export type LaneOfDay = {
  rideId: string
  rideName: string
  limit: { minutes: number; fits: boolean } | null
  /** The times between the readings during which the visitor watched it. */
  watched: Stretch[]
  observations: Observation[]
  spells: Spell[]
  isLoading: boolean
}

const LANES_AT_ONCE = 8

/** A park's day of this visitor: the watched rides, the posted waits, and the outcome of each short one. */
export function useDay(visitor: Visitor, cooldownMinutes: number, now: Date) {
  const client = useQueryClient()
  const subscriptions = visitor.subscriptions.filter(({ timezone }) => timezone !== null)
  const [parkId, choosePark] = useState<string | null>(null)
  const [chosenDate, chooseDate] = useState<string | null>(null)
  const [shown, setShown] = useState(LANES_AT_ONCE)
  const subscription = subscriptions.find(({ id }) => id === parkId) ?? subscriptions.at(-1) ?? null
  const timezone = subscription?.timezone ?? 'UTC'
  const today = parkDayAt(now, timezone)
  const date = chosenDate ?? newestDay(visitor, subscription?.id, timezone) ?? today
  const rides = useMemo(
    () => (subscription ? listRides(visitor, subscription.id, date, timezone) : []),
    [visitor, subscription, date, timezone],
  )
  const read = useQueries({
    queries: rides.map(({ rideId }) => historyQuery(rideId, date)),
    combine: toReads,
  })
  const toLane = useMemo(
    () => createLaneReader(visitor, { subscriptionId: subscription?.id ?? '', timezone, cooldownMinutes }),
    [visitor, subscription, timezone, cooldownMinutes],
  )
  const lanes = useMemo(
    () => rides.map((ride, index) => toLane(ride, read[index] ?? NOT_READ)),
    [rides, read, toLane],
  )
  return {
    subscriptions,
    subscription,
    date,
    today,
    /** Those of all rides. */
    lanes,
    /** Those that are drawn. */
    shown: lanes.slice(0, shown),
    span: spanOf(lanes),
    isLoading: lanes.some(({ isLoading }) => isLoading),
    problems: read.filter(({ isError }) => isError).length,
    /** Reads the waits of the failed rides again. */
    readAgain: () =>
      client.refetchQueries({ ...waitsOfDays, predicate: ({ state }) => state.status === 'error' }),
    hasMore: rides.length > shown,
    choosePark,
    chooseDate,
    showMore: () => setShown(shown + LANES_AT_ONCE),
  }
}

export type Day = ReturnType<typeof useDay>

type ReadLane = Omit<LaneOfDay, 'isLoading'>
type Ride = Pick<LaneOfDay, 'rideId' | 'rideName'>
type Read = { data: RideHistory | undefined; isPending: boolean; isError: boolean }

/** Outside of the component, so that the readings are the same until others are read. */
const toReads = (results: Read[]): Read[] =>
  results.map(({ data, isPending, isError }) => ({ data, isPending, isError }))

const NOT_READ: Read = { data: undefined, isPending: false, isError: false }

/** Each lane looks through a long past. It does so once for each answer, not at every tick of the clock or when another lane comes. */
function createLaneReader(
  visitor: Visitor,
  of: Pick<Question, 'subscriptionId' | 'timezone' | 'cooldownMinutes'>,
): (ride: Ride, read: Read) => LaneOfDay {
  const known = new Map<RideHistory, ReadLane>()
  return (ride, { data, isPending }) => {
    const lane = (data && known.get(data)) ?? readLane(visitor, { ...ride, ...of }, data)
    if (data) known.set(data, lane)
    return { ...lane, isLoading: isPending }
  }
}

function readLane(
  visitor: Visitor,
  ride: Omit<Question, 'at' | 'history'>,
  history: RideHistory | undefined,
): ReadLane {
  const observations = history?.observations ?? []
  const question = { ...ride, history: { observations } }
  const [first, newest] = [observations[0], observations.at(-1)]
  const asked = newest ? { ...question, at: new Date(newest.observedAt) } : null
  return {
    rideId: ride.rideId,
    rideName: ride.rideName,
    observations,
    limit: asked && limitAt(visitor, asked),
    watched:
      first && newest
        ? listWatched(visitor, ride, {
            from: Date.parse(first.observedAt),
            until: Date.parse(newest.observedAt),
          })
        : [],
    spells: listSpells(visitor, question),
  }
}

/** The day of the newest alert of the park: that is what a visitor asks about. */
function newestDay({ alerts }: Visitor, subscriptionId: string | undefined, timezone: string): string | null {
  const newest = alerts.findLast((alert) => alert.subscriptionId === subscriptionId)
  return newest ? parkDayAt(new Date(newest.triggeredAt), timezone) : null
}

/** The board's day begins at 4 am. */
const DAY_BEGINS = '04:00'

/** The rides that alerted on the day, those that are watched, and those that were watched on it for a while. */
function listRides(visitor: Visitor, subscriptionId: string, date: string, timezone: string) {
  const day = {
    from: instantAt(date, DAY_BEGINS, timezone).getTime(),
    until: instantAt(addDays(date, 1), DAY_BEGINS, timezone).getTime(),
  }
  const isOfDay = (at: number) => day.from <= at && at < day.until
  const alerted = new Map(
    visitor.alerts
      .filter((alert) => alert.subscriptionId === subscriptionId && isOfDay(Date.parse(alert.triggeredAt)))
      .map(({ rideId, rideName }) => [rideId, rideName ?? 'A ride']),
  )
  const others = visitor.watches.filter(
    (watch) => watch.subscriptionId === subscriptionId && !alerted.has(watch.rideId),
  )
  const was = others.filter(
    (watch) =>
      !watch.active && listWatched(visitor, watch, day).some(({ from, until }) => until - from > NEAR_MS),
  )
  const watched = [...others.filter(({ active }) => active), ...was].map(({ rideId, rideName }) => ({
    rideId,
    rideName: rideName ?? 'A ride',
  }))
  return [...[...alerted].map(([rideId, rideName]) => ({ rideId, rideName })), ...watched]
}

const HOUR_MS = 3_600_000

/** Returns the span from the first reading to the last one, at least an hour. Null while nothing is read. */
function spanOf(lanes: LaneOfDay[]): Span | null {
  const instants = lanes.flatMap(({ observations }) =>
    [observations[0], observations.at(-1)].flatMap((observation) =>
      observation ? [Date.parse(observation.observedAt)] : [],
    ),
  )
  if (instants.length === 0) return null
  const from = Math.min(...instants)
  return { from, until: Math.max(...instants, from + HOUR_MS) }
}
