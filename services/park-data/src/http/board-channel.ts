import { PING_BLOCK } from '@walkon/contracts/http/event-stream'
import type { Cache } from '@walkon/service/cache'
import type { Log } from '@walkon/service/log'
import type { ServerResponse } from 'node:http'
import type { ParkEntry } from '../db/directory.ts'
import { boardChannel, decodeUpdate, type Update } from '../domain/board-update.ts'
import type { BoardReader } from '../use-cases/board/read-board.ts'

/** A viewer with this many unread bytes is disconnected; its browser reconnects. */
const MOST_UNSENT_BYTES = 1024 * 1024

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

/** The viewers of one park in this process. They share one listener on the park's updates. */
export type BoardChannel = {
  park: ParkEntry
  viewers: ReadonlySet<ServerResponse>
  /** Sends the board to a viewer, and every change after it. Rejects, and has sent nothing, when the board cannot be read. */
  join(viewer: ServerResponse): Promise<void>
  leave(viewer: ServerResponse): void
  ping(): void
  unsubscribe(): void
}

export type ChannelDeps = { cache: Cache; boards: BoardReader; log: Log }

export function createBoardChannel(park: ParkEntry, { cache, boards, log }: ChannelDeps): BoardChannel {
  const viewers = new Set<ServerResponse>()
  /** The viewers that have the board and can be sent changes. */
  const served = new Set<ServerResponse>()
  /** The reading that all served viewers have. */
  let readAt: string | null = null
  /** Updates are sent in sequence, because one may have to read the board first. */
  let work: Promise<void> = Promise.resolve()

  const subscription = cache.subscribe(boardChannel(park.id), (text) => {
    enqueue(() => forward(decodeUpdate(text))).catch((error: unknown) => {
      log.warn({ err: error, parkId: park.id }, 'live update not sent')
    })
  })
  // If the cache is unreachable when the first viewer connects, its next update sends the whole board.
  subscription.catch((error: unknown) => log.warn({ err: error, parkId: park.id }, 'no live updates'))

  function enqueue(task: () => Promise<void>): Promise<void> {
    const done = work.then(task)
    work = done.catch(() => {})
    return done
  }

  /** Viewers that missed an update get the whole board. So do all viewers when the update has no message. */
  async function forward(update: Update): Promise<void> {
    if (readAt !== null && update.readAt <= readAt) return
    if (update.message !== null && update.after === readAt) {
      send(served, 'rides', update.message)
      readAt = update.readAt
      return
    }
    const board = await boards.readNow(park)
    if (board.readAt === null) return
    send(served, 'board', board.message)
    readAt = board.readAt
  }

  /** The other viewers get the same reading, so that the next update fits all of them. */
  async function welcome(viewer: ServerResponse): Promise<void> {
    const board = await boards.readNow(park)
    if (!viewers.has(viewer) || viewer.writableEnded) return
    viewer.writeHead(200, HEADERS).flushHeaders()
    if (board.readAt !== null) send([viewer], 'board', board.message)
    if (board.readAt !== readAt && board.readAt !== null) {
      send(served, 'board', board.message)
      readAt = board.readAt
    }
    served.add(viewer)
  }

  return {
    park,
    viewers,
    join: (viewer) => {
      viewers.add(viewer)
      return enqueue(() => welcome(viewer))
    },
    leave: (viewer) => {
      viewers.delete(viewer)
      served.delete(viewer)
    },
    ping: () => write(served, PING_BLOCK),
    unsubscribe: () => void subscription.then((unsubscribe) => unsubscribe()).catch(() => {}),
  }
}

function send(viewers: Iterable<ServerResponse>, event: string, data: string): void {
  write(viewers, `event: ${event}\ndata: ${data}\n\n`)
}

function write(viewers: Iterable<ServerResponse>, text: string): void {
  for (const viewer of viewers) {
    if (viewer.writableLength > MOST_UNSENT_BYTES) viewer.destroy()
    else viewer.write(text)
  }
}
