import { EventEmitter } from 'node:events'
import type { Cache, Claim } from './cache.ts'

type Entry = { value: string; expiresAt: number }

/** The cache of a product that runs in one process. */
export function createMemoryCache(now: () => number = Date.now): Cache {
  const entries = new Map<string, Entry>()
  const channels = new EventEmitter().setMaxListeners(0)
  let sweepAt = 0

  function live(key: string): Entry | null {
    const entry = entries.get(key)
    if (entry && entry.expiresAt > now()) return entry
    entries.delete(key)
    return null
  }

  function put(key: string, value: string, ttlSeconds: number): void {
    sweep()
    entries.set(key, { value, expiresAt: now() + ttlSeconds * 1000 })
  }

  /** Keys that are not asked for again would stay for ever. */
  function sweep(): void {
    if (now() < sweepAt) return
    sweepAt = now() + 60_000
    for (const [key, entry] of entries) if (entry.expiresAt <= now()) entries.delete(key)
  }

  function increment(key: string, ttlSeconds: number): number {
    const entry = live(key)
    const count = Number(entry?.value ?? 0) + 1
    if (entry) entry.value = String(count)
    else put(key, String(count), ttlSeconds)
    return count
  }

  const claimOne = ({ key, value }: Claim, ttlSeconds: number): string | null => {
    const held = live(key)
    if (!held) put(key, value, ttlSeconds)
    return !held || held.value === value ? null : held.value
  }

  return {
    get: async (key) => live(key)?.value ?? null,
    set: async (key, value, ttlSeconds) => put(key, value, ttlSeconds),
    delete: async (key) => void entries.delete(key),
    increment: async (key, ttlSeconds) => increment(key, ttlSeconds),
    claim: async (claims, ttlSeconds) => claims.map((claim) => claimOne(claim, ttlSeconds)),
    release: async (claims) => {
      for (const { key, value } of claims) if (live(key)?.value === value) entries.delete(key)
    },
    publish: async (channel, message) => void channels.emit(channel, message),
    subscribe: async (channel, listener) => {
      channels.on(channel, listener)
      return async () => void channels.off(channel, listener)
    },
    fault: () => null,
  }
}
