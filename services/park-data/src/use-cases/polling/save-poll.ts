import { rideStatusChanged, waitTimeObserved } from '@walkon/contracts/events/park-data'
import { emit } from '@walkon/messaging/emit'
import { lockTerm } from '@walkon/runtime/leader'
import type { Database, Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import { markPosting } from '../../db/attractions.ts'
import { saveTrusted } from '../../db/outages.ts'
import { POLLER } from '../../db/poller.ts'
import {
  addToStatistics,
  insertObservations,
  markEmpty,
  saveForecasts,
  savePlaceStates,
  saveReadings,
  saveRideStates,
} from '../../db/polls.ts'
import type { ParkAttraction, ParkPlaceRef } from '../../domain/catalogue.ts'
import { notAfter } from '../../domain/live-row.ts'
import {
  isDoneForToday,
  NOTHING_USUAL,
  offeredQueues,
  toPopularity,
  type UsualWait,
} from '../../domain/live-ride.ts'
import { toWaitSamples, type ParkObservation } from '../../domain/observe-park.ts'
import type { PlaceObservation } from '../../domain/observe-places.ts'
import type { Opening } from '../../domain/opening-hours.ts'
import { isRide } from '../../domain/ride-rule.ts'
import type { ParkHour } from '../../domain/local-hour.ts'
import { announceParks } from '../catalogue/announce-parks.ts'
import { joinAttractions } from '../catalogue/join-attractions.ts'
import { joinPlaces } from '../catalogue/join-places.ts'

export type ObservedPark = {
  observation: ParkObservation
  places: PlaceObservation
  placeNameOf: (placeId: string) => string
  hour: ParkHour
  usual: ReadonlyMap<string, UsualWait>
  openings: Opening[]
}

export type Poll = {
  term: number
  readAt: Date
  parks: ObservedPark[]
  /** Attractions, restaurants and shows that a row shows first, or in another park. */
  joined: ParkAttraction[]
  joinedPlaces: ParkPlaceRef[]
}

/**
 * Writes one answer of the feed in one transaction: the changes, and an event for each of its parks. Idempotent: the same poll
 * may be saved again after a fault. Throws `TermOver` when another process polls.
 */
export async function savePoll(
  db: Database,
  { term, readAt, parks, joined, joinedPlaces }: Poll,
): Promise<void> {
  const observations = parks.map(({ observation }) => observation)
  await db.transaction(async (tx) => {
    await lockTerm(tx, POLLER, term)
    const saved = await saveReadings(
      tx,
      observations.map(({ next }) => next),
    )
    // The same poll was saved before.
    if (saved.length === 0) return
    await saveTrusted(
      tx,
      observations.filter(({ trusted }) => trusted).map(({ next }) => next.parkId),
      readAt,
    )
    const presentIds = observations.flatMap(({ observed }) => observed.map(({ rideId }) => rideId))
    await joinAttractions(tx, joined, { presentIds, readAt })
    await joinPlaces(tx, joinedPlaces)
    await saveRides(tx, observations)
    await saveForecasts(
      tx,
      observations.flatMap(({ forecastsToSave }) => forecastsToSave),
    )
    await savePlaceStates(
      tx,
      parks.flatMap(({ places }) => places.toSave),
    )
    await insertObservations(
      tx,
      observations.flatMap(({ toRecord }) => toRecord),
      readAt,
    )
    await addToStatistics(
      tx,
      parks.flatMap(({ observation, hour }) => toWaitSamples(observation, hour)),
    )
    await emit(
      tx,
      waitTimeObserved,
      parks.map((park) => toWaitTimes(park, readAt)),
    )
    await emit(
      tx,
      rideStatusChanged,
      observations.flatMap((observation) => toStatusChanges(observation, readAt)),
    )
  })
}

/** Saves the states, and publishes the parks in which an attraction became a ride or is none any more. */
async function saveRides(tx: Transaction, observations: ParkObservation[]): Promise<void> {
  const changed = observations.filter(({ rideChanges }) => rideChanges.length > 0)
  const posting = changed.flatMap(({ rideChanges }) => rideChanges.filter((ride) => ride.postsWaits))
  await announceParks(
    tx,
    changed.map(({ next }) => next.parkId),
    async () => {
      await saveRideStates(
        tx,
        observations.flatMap(({ next, toSave }) => toSave.map((ride) => ({ ...ride, parkId: next.parkId }))),
      )
      if (posting.length === 0) return
      await markPosting(
        tx,
        posting.map(({ rideId }) => rideId),
      )
    },
  )
}

/** The answer had no row of these parks, so their next reading is a baseline. */
export async function saveEmptyAnswer(db: Database, term: number, parkIds: string[]): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTerm(tx, POLLER, term)
    await markEmpty(tx, parkIds)
  })
}

/** One event for each park. Its id is derived from park and poll, so a poll that is saved again is the same event. */
function toWaitTimes({ observation, places, placeNameOf, usual, openings }: ObservedPark, readAt: Date) {
  const { next, observed, statusChanges, parkOpen, trusted } = observation
  const observedAt = readAt.toISOString()
  const previous = new Map(statusChanges.map((change) => [change.ride.rideId, change]))
  return {
    id: deriveId(next.parkId, observedAt),
    data: {
      parkId: next.parkId,
      observedAt,
      parkOpen,
      trusted,
      rides: observed.map((ride) => ({
        rideId: ride.rideId,
        name: ride.name,
        status: ride.status,
        isRide: isRide(ride) ? undefined : false,
        previousStatus: previous.get(ride.rideId)?.from,
        isProbablyDone:
          isDoneForToday(ride, {
            breakdowns: (usual.get(ride.rideId) ?? NOTHING_USUAL).breakdowns,
            openings,
            now: readAt,
          }) || undefined,
        isFlap: previous.get(ride.rideId)?.isFlap || undefined,
        waitMinutes: ride.waitMinutes,
        changedAt: notAfter(readAt, ride.changedAt)?.toISOString() ?? null,
        usualMinutes: usual.get(ride.rideId)?.usualMinutes ?? null,
        popularity: toPopularity(ride, usual.get(ride.rideId)),
        queues: offeredQueues(ride, parkOpen),
      })),
      tables: parkOpen ? toOfferedTables(places, placeNameOf) : undefined,
      shutRestaurantIds: parkOpen ? toShutRestaurants(places) : undefined,
    },
  }
}

/** Undefined if no restaurant has one. */
function toOfferedTables({ next }: PlaceObservation, nameOf: (placeId: string) => string) {
  const offered = [...next.values()]
    .filter(({ tables }) => tables.length > 0)
    .map(({ placeId, tables }) => ({ restaurantId: placeId, name: nameOf(placeId), tables }))
  return offered.length > 0 ? offered : undefined
}

/** Undefined if none is shut. */
const toShutRestaurants = ({ shutIds }: PlaceObservation) => (shutIds.length > 0 ? shutIds : undefined)

function toStatusChanges(observation: ParkObservation, readAt: Date) {
  const { next, statusChanges, parkOpen, trusted } = observation
  const observedAt = readAt.toISOString()
  return statusChanges.map(({ ride, from }) => ({
    id: deriveId(next.parkId, `${observedAt} ${ride.rideId}`),
    data: {
      parkId: next.parkId,
      rideId: ride.rideId,
      rideName: ride.name,
      from,
      to: ride.status,
      waitMinutes: ride.waitMinutes,
      observedAt,
      parkOpen,
      trusted,
    },
  }))
}
