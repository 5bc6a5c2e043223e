import type { Cache } from '@walkon/service/cache'
import type { Log } from '@walkon/service/log'
import type { ServerResponse } from 'node:http'
import type { ParkEntry } from '../db/directory.ts'
import { boardChannel, decodeUpdate, type Update } from './board-cache.ts'
import type { BoardReader } from './board-reader.ts'

/** Proxies on the way close what is silent. */
const PING_MS = 20_000

/** A viewer who does not keep up with this much is let go; its browser connects again. */
const MOST_UNSENT_BYTES = 1024 * 1024

/** Live boards as server-sent events: one subscription a park and process, however many look. */
export type BoardStreams = {
  /** Takes the response over until its viewer goes away. */
  open(park: ParkEntry, response: ServerResponse): Promise<void>
  viewers(): number
  /** Ends every stream, so that the server can close. */
  close(): Promise<void>
}

type Channel = {
  park: ParkEntry
  viewers: Set<ServerResponse>
  /** Those of them who have got the board and may be sent changes. */
  served: Set<ServerResponse>
  /** The reading that all who were served have. */
  readAt: string | null
  /** Updates are sent one after the other, because one may have to fetch the board first. */
  work: Promise<void>
  subscription: Promise<() => Promise<void>>
}

export function createBoardStreams(deps: {
  cache: Cache
  boards: BoardReader
  log: Log
  /** Called for each viewer now and then. */
  onViewed: (park: ParkEntry) => void
}): BoardStreams {
  const { cache, boards, log, onViewed } = deps
  const channels = new Map<string, Channel>()
  let isClosed = false
  let pinging: NodeJS.Timeout | undefined

  function channelOf(park: ParkEntry): Channel {
    const known = channels.get(park.id)
    if (known) return known
    const channel: Channel = {
      park,
      viewers: new Set(),
      served: new Set(),
      readAt: null,
      work: Promise.resolve(),
      subscription: cache.subscribe(boardChannel(park.id), (text) => {
        void enqueue(channel, () => forward(channel, decodeUpdate(text)))
      }),
    }
    // A cache that is away when the first viewer comes: its update, once there is one, brings the whole board.
    channel.subscription.catch((error: unknown) =>
      log.warn({ err: error, parkId: park.id }, 'no live updates'),
    )
    channels.set(park.id, channel)
    return channel
  }

  function enqueue(channel: Channel, task: () => Promise<void>): Promise<void> {
    channel.work = channel.work.then(task).catch((error: unknown) => {
      log.warn({ err: error, parkId: channel.park.id }, 'live update not sent')
    })
    return channel.work
  }

  /** Whoever missed an update, or cannot be told only what changed, gets the whole board. */
  async function forward(channel: Channel, update: Update): Promise<void> {
    if (channel.readAt !== null && update.readAt <= channel.readAt) return
    if (update.message === null || update.after !== channel.readAt) return refresh(channel)
    send(channel.served, 'rides', update.message)
    channel.readAt = update.readAt
  }

  async function refresh(channel: Channel): Promise<void> {
    const board = await boards.readNow(channel.park)
    if (board.readAt === null) return
    send(channel.served, 'board', board.message)
    channel.readAt = board.readAt
  }

  /** The others are brought to the same reading, so that one chain of updates goes on for all. */
  async function welcome(channel: Channel, viewer: ServerResponse): Promise<void> {
    const board = await boards.readNow(channel.park)
    if (!channel.viewers.has(viewer)) return
    if (board.readAt !== null) send([viewer], 'board', board.message)
    if (board.readAt !== channel.readAt && board.readAt !== null) {
      send(channel.served, 'board', board.message)
      channel.readAt = board.readAt
    }
    channel.served.add(viewer)
  }

  function leave(channel: Channel, viewer: ServerResponse): void {
    channel.viewers.delete(viewer)
    channel.served.delete(viewer)
    if (channel.viewers.size > 0 || channels.get(channel.park.id) !== channel) return
    channels.delete(channel.park.id)
    if (channels.size === 0) clearInterval(pinging)
    void channel.subscription.then((unsubscribe) => unsubscribe()).catch(() => {})
  }

  function ping(): void {
    for (const { park, viewers } of channels.values()) {
      onViewed(park)
      write(viewers, ': ping\n\n')
    }
  }

  return {
    open: async (park, response) => {
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      response.flushHeaders()
      if (isClosed) {
        response.end()
        return
      }
      if (channels.size === 0) pinging = setInterval(ping, PING_MS).unref()
      const channel = channelOf(park)
      channel.viewers.add(response)
      response.once('close', () => leave(channel, response))
      response.on('error', () => leave(channel, response))
      onViewed(park)
      await enqueue(channel, () => welcome(channel, response))
    },
    viewers: () => [...channels.values()].reduce((sum, { viewers }) => sum + viewers.size, 0),
    close: async () => {
      isClosed = true
      clearInterval(pinging)
      for (const { viewers } of channels.values()) for (const viewer of viewers) viewer.end()
    },
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
