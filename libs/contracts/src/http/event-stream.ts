/** Event streams of the services, and of the gateway to browsers. */

/** Sent while a stream has nothing to say. An event, because no `EventSource` hears a comment: a reader that misses two has lost its stream. */
export const PING_EVENT = 'ping'
export const PING_MS = 25_000
export const PING_BLOCK = `event: ${PING_EVENT}\ndata: {}\n\n`
