import { toSharedResponse, type SharedResponse, type ToClientHeaders } from './shared-response.ts'
import type { UpstreamResponse } from './upstream.ts'

export type CacheResult = 'hit' | 'filled' | 'revalidated' | 'coalesced' | 'uncacheable'

export type Answer =
  | { shared: SharedResponse; how: CacheResult }
  | { own: UpstreamResponse; how: CacheResult }

/** Asks the service; with the etag of the stored response it may answer 304. */
export type AskService = (etag: string | null) => Promise<UpstreamResponse>

export type MicroCache = {
  /** The stored response, while it is fresh. */
  find(key: string): SharedResponse | null
  /**
   * Asks the service, and stores an answer that may be shared. Requests for the same address wait for that one
   * answer; if it turns out to be for one caller only, each asks for itself.
   */
  fill(key: string, ask: AskService): Promise<Answer>
}

export type MicroCacheOptions = {
  maxEntries: number
  maxBytes: number
  now: () => number
  toClientHeaders: ToClientHeaders
}

export function createMicroCache({
  now,
  toClientHeaders,
  maxEntries,
  maxBytes,
}: MicroCacheOptions): MicroCache {
  const entries = createBoundedStore({ maxEntries, maxBytes })
  const flights = new Map<string, Promise<SharedResponse | null>>()

  return {
    find(key) {
      const stored = entries.find(key)
      return stored && stored.freshUntil > now() ? stored : null
    },

    async fill(key, ask) {
      const flight = flights.get(key)
      if (flight) {
        const shared = await flight
        return shared ? { shared, how: 'coalesced' } : { own: await ask(null), how: 'uncacheable' }
      }

      const stored = entries.find(key)
      let own: UpstreamResponse | undefined
      const leading = (async () => {
        const response = await ask(stored?.etag ?? null)
        const shared = await toSharedResponse(response, stored, { now: now(), toClientHeaders })
        if (shared) entries.save(key, shared)
        else own = response
        return shared
      })().finally(() => flights.delete(key))
      flights.set(key, leading)

      const shared = await leading
      if (shared) return { shared, how: shared.body === stored?.body ? 'revalidated' : 'filled' }
      if (own) return { own, how: 'uncacheable' }
      throw new Error('There is neither a shared nor an own answer')
    },
  }
}

function createBoundedStore({ maxEntries, maxBytes }: { maxEntries: number; maxBytes: number }) {
  const entries = new Map<string, SharedResponse>()
  let bytes = 0

  function remove(key: string): void {
    const entry = entries.get(key)
    if (entry) bytes -= sizeOf(key, entry)
    entries.delete(key)
  }

  return {
    find: (key: string) => entries.get(key) ?? null,
    save(key: string, entry: SharedResponse): void {
      remove(key)
      entries.set(key, entry)
      bytes += sizeOf(key, entry)
      // The oldest go first: an address that is asked for is stored again every few seconds.
      for (const [oldest] of entries) {
        if (entries.size <= maxEntries && bytes <= maxBytes) break
        remove(oldest)
      }
    },
  }
}

const sizeOf = (key: string, { body }: SharedResponse) => key.length + body.length
