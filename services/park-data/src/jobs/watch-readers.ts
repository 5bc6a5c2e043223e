import type { Leader } from '@walkon/runtime/leader'
import type { Job } from '@walkon/service/jobs'
import { POLLER_CHANNEL } from '../db/poller.ts'
import { findReaders, type FindReadersDeps } from '../use-cases/polling/find-readers.ts'
import type { Poller } from '../use-cases/polling/poll-destinations.ts'

export type WatchDeps = FindReadersDeps & { poller: Poller; leader: Leader }

/** A timer, because a window that opens and a viewer who leaves send no NOTIFY. */
const LOOK_EVERY_MS = 15_000

/** A destination with a new first reader is polled at once. */
export function watchReaders({ poller, leader, ...deps }: WatchDeps): Job {
  return {
    name: 'watch-readers',
    intervalMs: LOOK_EVERY_MS,
    listenOn: POLLER_CHANNEL,
    run: async () => {
      if (!leader.term()) return
      poller.watch(await findReaders(deps))
      await poller.poll()
    },
  }
}
