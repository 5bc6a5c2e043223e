import { PING_MS } from '@walkon/contracts/http/event-stream'
import { AppError } from '@walkon/service/errors'
import type { ServerResponse } from 'node:http'
import type { ParkEntry } from '../db/directory.ts'
import { createBoardChannel, type BoardChannel, type ChannelDeps } from './board-channel.ts'

/** Live boards as server-sent events: one listener for each park and process, for any number of viewers. */
export type BoardStreams = {
  /** Owns the response from its head until its viewer disconnects. Rejects, and has sent nothing, when there is no board to begin with. */
  open(park: ParkEntry, response: ServerResponse): Promise<void>
  /** Ends every stream, so that the server can close. */
  close(): Promise<void>
}

/** `onViewed` is called from time to time for each park with a viewer. */
export function createBoardStreams(
  deps: ChannelDeps & { onViewed: (park: ParkEntry) => void },
): BoardStreams {
  const channels = new Map<string, BoardChannel>()
  let isClosed = false
  let pinging: NodeJS.Timeout | undefined

  function channelOf(park: ParkEntry): BoardChannel {
    if (channels.size === 0) pinging = setInterval(ping, PING_MS).unref()
    const channel = channels.get(park.id) ?? createBoardChannel(park, deps)
    channels.set(park.id, channel)
    return channel
  }

  function leave(channel: BoardChannel, viewer: ServerResponse): void {
    channel.leave(viewer)
    if (channel.viewers.size > 0 || channels.get(channel.park.id) !== channel) return
    channels.delete(channel.park.id)
    if (channels.size === 0) clearInterval(pinging)
    channel.unsubscribe()
  }

  function ping(): void {
    for (const channel of channels.values()) {
      deps.onViewed(channel.park)
      channel.ping()
    }
  }

  return {
    open: async (park, response) => {
      if (isClosed) throw new AppError('unavailable', 'We are busy for a moment. Please try again.')
      const channel = channelOf(park)
      response.once('close', () => leave(channel, response))
      response.on('error', () => leave(channel, response))
      deps.onViewed(park)
      await channel.join(response)
      if (isClosed) response.end()
    },
    close: async () => {
      isClosed = true
      clearInterval(pinging)
      // A stream whose board is still being read has no head: it ends when it has begun.
      for (const { viewers } of channels.values())
        for (const viewer of viewers) if (viewer.headersSent) viewer.end()
    },
  }
}
