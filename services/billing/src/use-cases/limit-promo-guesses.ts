import { createAttemptLimit, type Allowance } from '@walkon/service/attempt-limit'
import type { Cache } from '@walkon/service/cache'
import { clientNetwork } from '@walkon/service/client-network'
import { tooManyRequests } from '@walkon/service/errors'
import { PromoCodeRefused } from './refuse-promo-code.ts'

/**
 * Limits guesses of promo codes: in each minute, one client and all clients together may be refused a number of
 * times. Valid codes are not counted, so a family behind one address is never limited.
 */
export type GuessLimit = {
  /** Throws `too-many-requests` before the attempt if the minute's guesses are used up. */
  guard<Result>(client: string, attempt: () => Promise<Result>): Promise<Result>
}

const MINUTE = 60

export type GuessLimitOptions = { cache: Cache; perClient: number; perMinute: number; now: () => Date }

export function createGuessLimit({ cache, perClient, perMinute, now }: GuessLimitOptions): GuessLimit {
  const tries = createAttemptLimit(cache, now)
  return {
    async guard(client, attempt) {
      const limits: [key: string, allowance: Allowance][] = [
        [`promo-guess:${clientNetwork(client)}`, { limit: perClient, windowSeconds: MINUTE }],
        ['promo-guess', { limit: perMinute, windowSeconds: MINUTE }],
      ]
      for (const [key, allowance] of limits) {
        const waitSeconds = await tries.check(key, allowance)
        if (waitSeconds !== null) throw tooManyRequests(waitSeconds)
      }
      try {
        return await attempt()
      } catch (error) {
        if (error instanceof PromoCodeRefused) {
          for (const [key, allowance] of limits) await tries.spend(key, allowance)
        }
        throw error
      }
    },
  }
}
