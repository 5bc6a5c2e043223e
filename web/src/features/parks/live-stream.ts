import type { LiveBoardMessage } from '@walkon/contracts/http/live-queues'
import type { Shape } from '../../lib/api.ts'

/** Before each further try to get the stream, the last one of all that follow (decisions, section 1); one poll bridges each. */
const RECONNECT_MS = [1_000, 2_000, 5_000]
const RECONNECT_LATER_MS = 10_000
/** A connection that says nothing for so long at its start is stuck behind something that holds streams back. */
const FIRST_MESSAGE_MS = 8_000

/** `offline`: this device has no network. `away`: it has, and our server does not answer. */
export type Connection = 'live' | 'polling' | 'offline' | 'away'

export type BoardListener = {
  /** What the page reads of a message. */
  message: Shape<LiveBoardMessage>
  receive: (kind: 'board' | 'rides', message: LiveBoardMessage) => void
  /** Asks for the board once. Never rejects; says whether it came. */
  poll: () => Promise<boolean>
  onConnection: (connection: Connection) => void
}

/**
 * Follows the board of a park: as a stream where that works, else by asking once in a while. There is at most one
 * request under way, and a device that comes back online is served at once. Returns how to stop.
 */
export function followBoard(parkId: string, listener: BoardListener): () => void {
  const { receive, poll, onConnection } = listener
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  let isPolling = false
  let tries = 0

  function connect(): void {
    hangUp()
    if (typeof EventSource === 'undefined') return void fallBack()
    const stream = new EventSource(`/api/parks/${encodeURIComponent(parkId)}/live/stream`)
    source = stream
    timer = setTimeout(fallBack, FIRST_MESSAGE_MS)
    hear(stream, listener.message, fallBack, (kind, message) => {
      clearTimeout(timer)
      tries = 0
      receive(kind, message)
      onConnection('live')
    })
  }

  async function fallBack(): Promise<void> {
    hangUp()
    if (isPolling) return
    isPolling = true
    const hasArrived = await poll()
    isPolling = false
    if (isStopped) return
    onConnection(hasArrived ? 'polling' : navigator.onLine ? 'away' : 'offline')
    clearTimeout(timer)
    timer = setTimeout(connect, RECONNECT_MS[tries++] ?? RECONNECT_LATER_MS)
  }

  function hangUp(): void {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }

  const lose = () => {
    hangUp()
    onConnection('offline')
  }
  addEventListener('online', connect)
  addEventListener('offline', lose)
  connect()

  return () => {
    isStopped = true
    removeEventListener('online', connect)
    removeEventListener('offline', lose)
    hangUp()
  }
}

/** Passes on the messages of a stream. What is none, and the end of the stream, is a failure. */
function hear(
  stream: EventSource,
  shape: BoardListener['message'],
  onFailure: () => Promise<void>,
  receive: BoardListener['receive'],
): void {
  for (const kind of ['board', 'rides'] as const) {
    stream.addEventListener(kind, ({ data }: MessageEvent<string>) => {
      const message = toMessage(shape, data)
      if (message) receive(kind, message)
      else void onFailure()
    })
  }
  stream.addEventListener('error', () => void onFailure())
}

function toMessage(shape: Shape<LiveBoardMessage>, data: string): LiveBoardMessage | undefined {
  try {
    return shape.parse(JSON.parse(data))
  } catch {
    return undefined
  }
}
