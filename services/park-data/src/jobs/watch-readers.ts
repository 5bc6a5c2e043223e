import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import type { Log } from '@walkon/service/log'
import { listDestinationsWithPass, POLLER_CHANNEL } from '../db/readers.ts'
import type { Directory } from '../live/directory.ts'
import type { Viewers } from '../live/viewers.ts'
import type { Poller } from '../poll/poller.ts'
import type { PollerRole } from '../poll/role.ts'

export type WatchDeps = {
  db: Database
  directory: Directory
  viewers: Viewers
  poller: Poller
  role: PollerRole
  log: Log
  now: () => Date
}

/** Windows open and viewers leave without anybody saying so. */
const LOOK_EVERY_MS = 15_000

/** Finds out who has a reader: a pass, or somebody who looked lately. A first reader's destination is read at once. */
export function watchReaders({ db, directory, viewers, poller, role, log, now }: WatchDeps): Job {
  return {
    name: 'watch-readers',
    intervalMs: LOOK_EVERY_MS,
    wakeOn: POLLER_CHANNEL,
    run: async () => {
      if (!role.term()) return
      const destinations = await directory.listDestinations()
      const ids = destinations.map(({ id }) => id)
      const viewed = await viewers.watched(ids).catch((error: unknown) => {
        log.debug({ err: error }, 'viewers not in reach')
        return []
      })
      poller.watch([...(await listDestinationsWithPass(db, now())), ...viewed])
      await poller.poll()
    },
  }
}
