import type { Cache } from '@walkon/service/cache'
import { clientNetwork } from '@walkon/service/client-network'
import { tooManyRequests } from '@walkon/service/errors'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { PromoCodeRefused } from './refusals.ts'

/**
 * Stops whoever guesses promo codes: in each minute, one client and all clients together may be refused so many
 * times. Codes that are right cost nothing, so a family behind one address is never held up.
 */
export type GuessLimit = {
  /** Throws `too-many-requests` before the attempt if the minute's guesses are used up. */
  guard<Result>(client: string, attempt: () => Promise<Result>): Promise<Result>
}

const MINUTE_MS = 60_000

export type GuessLimitOptions = { cache: Cache; perClient: number; perMinute: number; now: () => Date }

export function createGuessLimit({ cache, perClient, perMinute, now }: GuessLimitOptions): GuessLimit {
  // While the shared cache is away each process counts for itself, rather than not at all.
  const ownCache = createMemoryCache(() => now().getTime())
  const counting = <Result>(use: (counts: Cache) => Promise<Result>) => use(cache).catch(() => use(ownCache))

  return {
    async guard(client, attempt) {
      const time = now().getTime()
      const minute = Math.floor(time / MINUTE_MS)
      const limits = [
        { key: `promo-guesses:${clientNetwork(client)}:${minute}`, limit: perClient },
        { key: `promo-guesses:${minute}`, limit: perMinute },
      ]
      for (const { key, limit } of limits) {
        const guesses = Number(await counting((counts) => counts.get(key)))
        if (guesses >= limit) throw tooManyRequests(Math.ceil(((minute + 1) * MINUTE_MS - time) / 1000))
      }
      try {
        return await attempt()
      } catch (error) {
        if (error instanceof PromoCodeRefused) {
          for (const { key } of limits) await counting((counts) => counts.increment(key, MINUTE_MS / 1000))
        }
        throw error
      }
    },
  }
}
