import { setTimeout as after } from 'node:timers/promises'
import { createEventReader, type ServerSentEvent } from './event-blocks.ts'
import { isEventStream, type UpstreamResponse } from './upstream.ts'

/** Waits before the upstream is asked for again. After the last one the viewers are let go: their pages ask otherwise. */
const REOPEN_DELAYS_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000]

export type OpenUpstream = (signal: AbortSignal) => Promise<UpstreamResponse>

export const isOpenStream = (response: UpstreamResponse): boolean =>
  response.statusCode === 200 && isEventStream(response)

/** Tells of each event. Resolves at the end of the stream, rejects where it breaks off. */
export async function readEvents(
  { body }: UpstreamResponse,
  onEvent: (event: ServerSentEvent) => void,
): Promise<void> {
  const read = createEventReader()
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    for (const event of read(decoder.decode(chunk, { stream: true }))) onEvent(event)
  }
}

/** Opens a lost stream again; null where the service says that there is none, stays away, or the signal ends the tries. */
export async function reopen(open: OpenUpstream, signal: AbortSignal): Promise<UpstreamResponse | null> {
  for (const delayMs of REOPEN_DELAYS_MS) {
    // Half of each wait is chance: the gateways do not come back all at once.
    await after(delayMs * (0.5 + Math.random() / 2), null, { signal, ref: false }).catch(() => null)
    if (signal.aborted) return null
    const response = await open(signal).catch(() => null)
    if (!response) continue
    if (isOpenStream(response)) return response
    response.body.on('error', () => {}).destroy()
    if (response.statusCode < 500) return null
  }
  return null
}
