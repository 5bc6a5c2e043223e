import { PING_EVENT } from '@walkon/contracts/http/event-stream'
import { AppError } from '@walkon/service/errors'
import type { Log } from '@walkon/service/log'
import type { ServerResponse } from 'node:http'
import { toBlock, type ServerSentEvent } from './event-blocks.ts'
import type { Headers, UpstreamHeaders } from './proxied-headers.ts'
import type { Snapshot } from './snapshots.ts'
import type { UpstreamResponse } from './upstream.ts'
import { isOpenStream, readEvents, reopen, type OpenUpstream } from './upstream-stream.ts'
import { createViewers } from './viewers.ts'
import { whenClosed } from './when-closed.ts'

/** The service's answer in place of a stream, such as 404 for an unknown park. */
export type StreamRefusal = { statusCode: number; headers: UpstreamHeaders; body: Buffer }

export type SharedStreamDeps = {
  open: OpenUpstream
  snapshot: () => Snapshot
  log: Log
  onEnd: () => void
}

/** One upstream stream for all its viewers. It ends with the last of them, or when the service ends it for good. */
export function createSharedStream({ open, snapshot, log, onEnd }: SharedStreamDeps) {
  const leaving = new AbortController()
  /** Requests that view the stream or wait for it to open. */
  const held = new Set<ServerResponse>()
  let state = snapshot()
  let isLive = false
  const viewers = createViewers(() => state.read())

  function end(): void {
    if (leaving.signal.aborted) return
    isLive = false
    leaving.abort()
    onEnd()
    viewers.end()
  }

  /** The pings of the service are about its stream to this gateway; viewers have pings of their own. */
  function forward(event: ServerSentEvent): void {
    if (event.event === PING_EVENT) return
    state.apply(event)
    viewers.send(Buffer.from(toBlock(event)))
  }

  async function follow(first: UpstreamResponse): Promise<void> {
    let response: UpstreamResponse | null = first
    while (response && !leaving.signal.aborted) {
      state = snapshot()
      isLive = true
      await readEvents(response, forward).catch((error: unknown) => {
        if (!leaving.signal.aborted) log.warn({ err: error }, 'live stream lost')
      })
      isLive = false
      response = await reopen(open, leaving.signal)
    }
    end()
  }

  /** Null once the stream is live. */
  const opened: Promise<StreamRefusal | null> = open(leaving.signal).then((response) => {
    if (!isOpenStream(response)) return toRefusal(response).finally(end)
    void follow(response)
    return null
  })
  opened.catch(end)

  /**
   * Sends a viewer where the stream is and all that follows, until the response is closed. Resolves with what the
   * service answered where it opens no stream; throws `unavailable` while the stream is lost: nothing late is sent.
   */
  async function join(viewer: ServerResponse, headers: Headers): Promise<StreamRefusal | null> {
    held.add(viewer)
    whenClosed(viewer, () => {
      held.delete(viewer)
      viewers.delete(viewer)
      if (held.size === 0) end()
    })
    const refusal = await opened
    if (refusal) return refusal
    if (!isLive) throw unavailable()
    if (!viewer.destroyed) viewers.add(viewer, headers)
    return null
  }

  return { join, isLive: () => isLive, ping: () => viewers.ping(), end }
}

export type SharedStream = ReturnType<typeof createSharedStream>

async function toRefusal({ statusCode, headers, body }: UpstreamResponse): Promise<StreamRefusal> {
  if (statusCode >= 400) return { statusCode, headers, body: Buffer.from(await body.arrayBuffer()) }
  body.on('error', () => {}).destroy()
  throw unavailable()
}

const unavailable = () =>
  new AppError('unavailable', 'We are busy for a moment. Please try again.', { retryAfterSeconds: 2 })
