import { PING_EVENT, PING_MS } from '@walkon/contracts/http/event-stream'
import { ApiError } from './api.ts'

/** Before each further try to get the stream, the last one of all that follow; up to half of it is added by chance (decisions, section 1). */
const RECONNECT_MS = [1_000, 2_000, 5_000]
const RECONNECT_LATER_MS = 10_000
/** A connection that says nothing for so long at its start is stuck behind something that holds streams back. */
const FIRST_MESSAGE_MS = 8_000
/** A ping may be late. */
const LATE_MS = 5_000
const SILENCE_MS = 2 * PING_MS + LATE_MS

/** `offline`: this device has no network. `away`: it has, and our server does not answer. */
export type Connection = 'live' | 'polling' | 'offline' | 'away'

export type Answer = { hasArrived: boolean; retryAfterMs?: number | undefined }

export type Stream = {
  url: string
  events: readonly string[]
  /** False if it is no message of the stream, which is then lost. */
  receive: (event: string, data: string) => boolean
  /** Asks once for what the stream would have told. Never rejects. */
  ask: () => Promise<Answer>
  onConnection: (connection: Connection) => void
}

/**
 * Follows an event stream while it is there, and asks before each further try. A stream can die without an error, as on a phone that
 * slept. One that misses two pings is lost, and so is one that missed one when the page is seen again. There is at most one request under
 * way. Returns how to stop.
 */
export function followStream({ url, events, receive, ask, onConnection }: Stream): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  let isAsking = false
  let tries = 0
  let heardAt = 0

  function connect(): void {
    hangUp()
    if (typeof EventSource === 'undefined') return void fallBack()
    const stream = new EventSource(url)
    source = stream
    hear(FIRST_MESSAGE_MS)
    for (const event of events) {
      stream.addEventListener(event, ({ data }: MessageEvent<string>) => {
        if (receive(event, data)) {
          tries = 0
          hear()
          onConnection('live')
        } else void fallBack()
      })
    }
    stream.addEventListener(PING_EVENT, () => hear())
    stream.addEventListener('error', () => void fallBack())
  }

  function hear(patienceMs = SILENCE_MS): void {
    heardAt = Date.now()
    clearTimeout(timer)
    timer = setTimeout(fallBack, patienceMs)
  }

  async function fallBack(): Promise<void> {
    hangUp()
    if (isAsking) return
    isAsking = true
    const { hasArrived, retryAfterMs = 0 } = await ask()
    isAsking = false
    if (isStopped) return
    onConnection(hasArrived ? 'polling' : navigator.onLine ? 'away' : 'offline')
    clearTimeout(timer)
    const pauseMs = (RECONNECT_MS[tries++] ?? RECONNECT_LATER_MS) * (1 + Math.random() / 2)
    timer = setTimeout(connect, Math.max(pauseMs, retryAfterMs))
  }

  function hangUp(): void {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }

  const unwatch = watchPage({
    online: connect,
    offline: () => (hangUp(), onConnection('offline')),
    seen: () => void (source && Date.now() - heardAt > PING_MS + LATE_MS && fallBack()),
  })
  connect()

  return () => {
    isStopped = true
    unwatch()
    hangUp()
  }
}

/** Tells when the device gets or loses its network, and when the page is seen again. Returns how to stop. */
function watchPage({ online, offline, seen }: Record<'online' | 'offline' | 'seen', () => void>): () => void {
  const signal = new AbortController()
  const options = { signal: signal.signal }
  const look = () => void (document.visibilityState === 'visible' && seen())
  addEventListener('online', online, options)
  addEventListener('offline', offline, options)
  addEventListener('pageshow', look, options)
  document.addEventListener('visibilitychange', look, options)
  return () => signal.abort()
}

/** How a request ended that was made in place of the stream. */
export const toAnswer = (asked: Promise<unknown>): Promise<Answer> =>
  asked.then(
    () => ({ hasArrived: true }),
    (error: unknown) => ({
      hasArrived: false,
      retryAfterMs: error instanceof ApiError ? error.retryAfterMs : undefined,
    }),
  )
