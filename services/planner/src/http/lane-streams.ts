import { PING_BLOCK, PING_MS } from '@walkon/contracts/http/event-stream'
import type { LaneReadings } from '@walkon/contracts/http/lightning-lane'
import { AppError } from '@walkon/service/errors'
import type { ServerResponse } from 'node:http'

/** A viewer with this many unread bytes is disconnected; its browser reconnects. */
const MOST_UNSENT_BYTES = 64 * 1024

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

/** The viewers of this process who are told which parks were read. The gateway is one viewer for all of its visitors. */
export type LaneStreams = {
  /** Owns the response from its head until its viewer disconnects. */
  open(response: ServerResponse): void
  hasViewers(): boolean
  tell(parkIds: string[]): void
  /** Ends every stream, so that the server can close. */
  close(): Promise<void>
}

export function createLaneStreams(): LaneStreams {
  const viewers = new Set<ServerResponse>()
  let pinging: NodeJS.Timeout | undefined
  let isClosed = false

  function leave(viewer: ServerResponse): void {
    viewers.delete(viewer)
    if (viewers.size === 0) clearInterval(pinging)
  }

  return {
    open(response) {
      if (isClosed) throw new AppError('unavailable', 'We are busy for a moment. Please try again.')
      if (viewers.size === 0) pinging = setInterval(() => write(viewers, PING_BLOCK), PING_MS).unref()
      viewers.add(response)
      response.once('close', () => leave(response))
      response.on('error', () => leave(response))
      response.writeHead(200, HEADERS).write(toEvent([]))
    },
    hasViewers: () => viewers.size > 0,
    tell: (parkIds) => write(viewers, toEvent(parkIds)),
    close: async () => {
      isClosed = true
      clearInterval(pinging)
      for (const viewer of viewers) viewer.end()
    },
  }
}

const toEvent = (parkIds: string[]): string =>
  `event: readings\ndata: ${JSON.stringify({ parkIds } satisfies LaneReadings)}\n\n`

function write(viewers: Iterable<ServerResponse>, text: string): void {
  for (const viewer of viewers) {
    if (viewer.writableLength > MOST_UNSENT_BYTES) viewer.destroy()
    else viewer.write(text)
  }
}
