import type { Leader } from '@walkon/runtime/leader'
import type { Database } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import { FeedFailure } from '../../clients/feed-failure.ts'
import type { ParkFeed } from '../../clients/park-feed.ts'
import { findDestinationsReadAt, listUpkeep, type ParkUpkeep } from '../../db/upkeep.ts'
import { byPopularity } from '../../domain/popular-destinations.ts'
import { areHoursDue, isCatalogueDue } from '../../domain/upkeep.ts'
import type { Poller } from '../polling/poll-destinations.ts'
import type { Directory } from './read-directory.ts'
import { saveDestinations } from './save-destinations.ts'
import { saveOpenings } from './save-openings.ts'
import { savePark } from './save-park.ts'

export type SyncDeps = {
  db: Database
  feed: ParkFeed
  directory: Directory
  poller: Poller
  leader: Leader
  log: Log
  now: () => Date
}

/** How often the poller looks for due lists. A park that was never read is missing from every page, so it is tried at each check. */
export const LOOK_EVERY_MS = 5_000

/** Pause before a failed read is tried again, for a park that was read before. Other reads go on. */
const TRY_AGAIN_AFTER_MS = 5 * 60_000

/** Parks read at once. */
const PARALLEL = 6

/** Reads the due parts of the catalogue, if this process is the poller. */
export type CatalogueSync = (stopping: AbortSignal) => Promise<void>

/**
 * Keeps the list of destinations, the attractions of each park and its hours up to date. On an empty database the
 * popular destinations come first, and each can be polled as soon as its parks are there.
 */
export function createCatalogueSync(deps: SyncDeps): CatalogueSync {
  const { db, poller, leader, now } = deps
  const attempts = createAttempts(deps)

  return async (stopping) => {
    const term = leader.term()
    if (!term) return
    const signal = AbortSignal.any([stopping, term.signal])
    const listReadAt = await findDestinationsReadAt(db)
    if (isCatalogueDue(listReadAt, now())) {
      const list = { subject: 'destinations', isFirst: listReadAt === null }
      await attempts.make(list, () => readDestinations(deps, signal), signal)
    }
    const due = (await listUpkeep(db)).filter((park) => attempts.mayMake(park.id) && isDue(park, now()))
    const queue = toGroups(due).values()
    const worker = async () => {
      for (const parks of queue) {
        for (const park of parks) {
          const subject = { subject: park.id, isFirst: park.attractionsReadAt === null }
          await attempts.make(subject, () => readPark(deps, park, signal), signal)
        }
        await poller.poll()
      }
    }
    await Promise.all(Array.from({ length: PARALLEL }, worker))
  }
}

/** Delays the next attempt of a read that failed. A subject is a park, or the list of destinations. */
function createAttempts({ log, now }: Pick<SyncDeps, 'log' | 'now'>) {
  const notBefore = new Map<string, number>()
  const mayMake = (subject: string) => (notBefore.get(subject) ?? 0) <= now().getTime()

  return {
    mayMake,
    make: async (
      { subject, isFirst }: { subject: string; isFirst: boolean },
      work: () => Promise<void>,
      signal: AbortSignal,
    ): Promise<void> => {
      if (!mayMake(subject)) return
      try {
        await work()
        notBefore.delete(subject)
      } catch (error) {
        signal.throwIfAborted()
        notBefore.set(subject, now().getTime() + (isFirst ? LOOK_EVERY_MS : TRY_AGAIN_AFTER_MS))
        const kind = error instanceof FeedFailure ? error.kind : 'fault'
        log.warn({ err: error, subject, kind }, 'catalogue not read')
      }
    },
  }
}

async function readDestinations(
  { db, feed, directory, log, now }: SyncDeps,
  signal: AbortSignal,
): Promise<void> {
  const listed = await feed.listDestinations(signal)
  const isBelieved = await saveDestinations(db, listed, now())
  if (!isBelieved) log.warn({ destinations: listed.length }, 'too much is gone from the list of destinations')
  directory.forget()
  log.info({ destinations: listed.length }, 'destinations read')
}

async function readPark(deps: SyncDeps, park: ParkUpkeep, signal: AbortSignal): Promise<void> {
  const { db, feed, directory, poller, log, now } = deps
  let { timezone } = park
  if (timezone === null || isCatalogueDue(park.attractionsReadAt, now())) {
    const listed = await feed.getPark(park.id, signal)
    timezone = listed.timezone
    const brokenKinds = await savePark(db, park.id, listed, now())
    if (brokenKinds.length > 0)
      log.warn({ parkId: park.id, kinds: brokenKinds }, 'too many rows of a park are gone')
    poller.forget(park.destination.id)
  }
  if (areHoursDue(park.hoursReadAt, now(), timezone)) {
    await saveOpenings(
      db,
      { id: park.id, timezone },
      await feed.listOpenings(park.id, timezone, signal),
      now(),
    )
  }
  directory.forget()
  if (park.timezone === null) poller.pollAgain(park.destination.id)
}

const isDue = ({ timezone, attractionsReadAt, hoursReadAt }: ParkUpkeep, now: Date) =>
  timezone === null || isCatalogueDue(attractionsReadAt, now) || areHoursDue(hoursReadAt, now, timezone)

/** The parks of each destination together, popular destinations first. */
function toGroups(parks: ParkUpkeep[]): ParkUpkeep[][] {
  const groups = Map.groupBy(
    parks.toSorted((a, b) => byPopularity(a.destination, b.destination)),
    ({ destination }) => destination.id,
  )
  return [...groups.values()]
}
