import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import type { Log } from '@walkon/service/log'
import { FeedFailure } from '../clients/feed-failure.ts'
import type { ParkFeed } from '../clients/park-feed.ts'
import { saveDestinations, savePark } from '../db/catalogue.ts'
import { POLLER_CHANNEL } from '../db/readers.ts'
import { findDestinationsReadAt, listUpkeep, saveOpenings, type ParkUpkeep } from '../db/upkeep.ts'
import { byPopularity } from '../domain/popular-destinations.ts'
import { areHoursDue, isCatalogueDue } from '../domain/upkeep.ts'
import type { Directory } from '../live/directory.ts'
import type { Poller } from '../poll/poller.ts'
import type { PollerRole } from '../poll/role.ts'

export type SyncDeps = {
  db: Database
  feed: ParkFeed
  directory: Directory
  poller: Poller
  role: PollerRole
  log: Log
  now: () => Date
}

const LOOK_EVERY_MS = 5_000

/** What could not be read is tried again after this, and holds up nothing else. */
const TRY_AGAIN_AFTER_MS = 5 * 60_000

/** What was never read is missing from every page, so it is tried again at the next look. */
const TRY_FIRST_AGAIN_AFTER_MS = LOOK_EVERY_MS

/** Parks read at once. */
const PARALLEL = 6

/**
 * Keeps the list of destinations, the attractions of each park and its hours up to date. On an empty database the
 * popular destinations come first, and each can be polled as soon as its parks are there.
 */
export function syncCatalogue({ db, feed, directory, poller, role, log, now }: SyncDeps): Job {
  /** When a park, or the list of destinations, may be tried again. */
  const notBefore = new Map<string, number>()

  async function attempt(
    { subject, isFirst }: { subject: string; isFirst: boolean },
    work: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    if ((notBefore.get(subject) ?? 0) > now().getTime()) return
    try {
      await work()
      notBefore.delete(subject)
    } catch (error) {
      signal.throwIfAborted()
      notBefore.set(subject, now().getTime() + (isFirst ? TRY_FIRST_AGAIN_AFTER_MS : TRY_AGAIN_AFTER_MS))
      const kind = error instanceof FeedFailure ? error.kind : 'fault'
      log.warn({ err: error, subject, kind }, 'catalogue not read')
    }
  }

  async function readDestinations(signal: AbortSignal): Promise<void> {
    const listed = await feed.listDestinations(signal)
    const isBelieved = await saveDestinations(db, listed, now())
    if (!isBelieved)
      log.warn({ destinations: listed.length }, 'too much is gone from the list of destinations')
    directory.forget()
    log.info({ destinations: listed.length }, 'destinations read')
  }

  async function readPark(park: ParkUpkeep, signal: AbortSignal): Promise<void> {
    let { timezone } = park
    if (timezone === null || isCatalogueDue(park.attractionsReadAt, now())) {
      const listed = await feed.getPark(park.id, signal)
      timezone = listed.timezone
      const isBelieved = await savePark(db, park.id, listed, now())
      if (!isBelieved)
        log.warn({ parkId: park.id, attractions: listed.attractions.length }, 'too many attractions are gone')
      poller.forget(park.destination.id)
    }
    if (areHoursDue(park.hoursReadAt, now(), timezone)) {
      await saveOpenings(db, park.id, await feed.listOpenings(park.id, timezone, signal), now())
    }
    directory.forget()
    if (park.timezone === null) poller.pollAgain(park.destination.id)
  }

  const isDue = ({ id, timezone, attractionsReadAt, hoursReadAt }: ParkUpkeep) =>
    (notBefore.get(id) ?? 0) <= now().getTime() &&
    (timezone === null ||
      isCatalogueDue(attractionsReadAt, now()) ||
      areHoursDue(hoursReadAt, now(), timezone))

  return {
    name: 'sync-catalogue',
    intervalMs: LOOK_EVERY_MS,
    wakeOn: POLLER_CHANNEL,
    run: async (stopping) => {
      const term = role.term()
      if (!term) return
      const signal = AbortSignal.any([stopping, term.signal])
      const listReadAt = await findDestinationsReadAt(db)
      if (isCatalogueDue(listReadAt, now())) {
        const list = { subject: 'destinations', isFirst: listReadAt === null }
        await attempt(list, () => readDestinations(signal), signal)
      }
      const due = (await listUpkeep(db)).filter(isDue)
      const queue = toGroups(due).values()
      const worker = async () => {
        for (const parks of queue) {
          for (const park of parks) {
            const subject = { subject: park.id, isFirst: park.attractionsReadAt === null }
            await attempt(subject, () => readPark(park, signal), signal)
          }
          await poller.poll()
        }
      }
      await Promise.all(Array.from({ length: PARALLEL }, worker))
    },
  }
}

/** The parks of each destination together, popular destinations first. */
function toGroups(parks: ParkUpkeep[]): ParkUpkeep[][] {
  const groups = Map.groupBy(
    parks.toSorted((a, b) => byPopularity(a.destination, b.destination)),
    ({ destination }) => destination.id,
  )
  return [...groups.values()]
}
