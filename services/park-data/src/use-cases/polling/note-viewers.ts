import type { Cache } from '@walkon/service/cache'
import type { Database } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import { wakePoller } from '../../db/poller.ts'

/** How long a destination is polled every minute after its last viewer. */
const REMEMBERED_SECONDS = 2 * 3_600

/** A process writes a destination at most this often, for any number of viewers. */
const SAID_AGAIN_AFTER_MS = 5 * 60_000

const viewedKey = (destinationId: string) => `park-data:viewed:${destinationId}`

export type Viewers = {
  /** Notes that the destination has a viewer. Never throws, and delays no request. */
  note(destinationId: string): void
  /** The destinations that had a viewer lately. */
  watched(destinationIds: string[]): Promise<string[]>
}

export function createViewers(deps: { cache: Cache; db: Database; log: Log; now: () => Date }): Viewers {
  const { cache, db, log, now } = deps
  const saidAt = new Map<string, number>()

  async function say(destinationId: string): Promise<void> {
    const isFirst = (await cache.get(viewedKey(destinationId))) === null
    await cache.set(viewedKey(destinationId), '1', REMEMBERED_SECONDS)
    if (isFirst) await wakePoller(db)
  }

  return {
    note: (destinationId) => {
      const nowMs = now().getTime()
      if (nowMs - (saidAt.get(destinationId) ?? -Infinity) < SAID_AGAIN_AFTER_MS) return
      saidAt.set(destinationId, nowMs)
      say(destinationId).catch((error: unknown) => {
        saidAt.delete(destinationId)
        log.debug({ err: error, destinationId }, 'viewer not noted')
      })
    },
    watched: async (destinationIds) => {
      const viewed = await Promise.all(destinationIds.map((id) => cache.get(viewedKey(id))))
      return destinationIds.filter((_, index) => viewed[index] !== null)
    },
  }
}
