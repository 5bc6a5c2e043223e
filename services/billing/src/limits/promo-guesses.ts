import { createAttemptLimit, type Allowance } from '@walkon/service/attempt-limit'
import type { Cache } from '@walkon/service/cache'
import { clientNetwork } from '@walkon/service/client-network'
import { PromoCodeRefused } from '../use-cases/promo-codes/refuse-promo-code.ts'

/** A guesser of promo codes: a client, or an address that the request proves. */
export type Guesser = { client: string } | { addressHash: string }

/**
 * Limits guesses of promo codes. Only refused codes count, so a family behind one network address is not limited. A proven
 * email address is limited by its own guesses alone. The limit of all clients together holds back those that have guessed wrong within the hour;
 * who has guessed nothing wrong is judged as always.
 */
export type GuessLimit = {
  /** Seconds until a promo code of this guesser may be judged; null if it may be now. */
  check(guesser: Guesser): Promise<number | null>
  /** Counts the attempt if its promo code is refused. */
  count<Result>(guesser: Guesser, attempt: () => Promise<Result>): Promise<Result>
}

const MINUTE = 60
const HOUR = 60 * MINUTE

const ANY_IN_AN_HOUR: Allowance = { limit: 1, windowSeconds: HOUR }
const wrongOf = (client: string) => `promo-guess:wrong:${clientNetwork(client)}`

export type GuessLimitOptions = {
  cache: Cache
  perClient: number
  perMinute: number
  perAddress: number
  now: () => Date
}

export function createGuessLimit(options: GuessLimitOptions): GuessLimit {
  const { cache, perClient, perMinute, perAddress, now } = options
  const tries = createAttemptLimit(cache, now)

  /** A client with no wrong guess in the hour: `check` says what a first one would meet. */
  const hasGuessedNothing = async (client: string) =>
    perClient > 0 && (await tries.check(wrongOf(client), ANY_IN_AN_HOUR)) === null

  function limitsOf(guesser: Guesser): [key: string, allowance: Allowance][] {
    if ('addressHash' in guesser)
      return [[`promo-guess:address:${guesser.addressHash}`, { limit: perAddress, windowSeconds: HOUR }]]
    return [
      [`promo-guess:${clientNetwork(guesser.client)}`, { limit: perClient, windowSeconds: MINUTE }],
      ['promo-guess', { limit: perMinute, windowSeconds: MINUTE }],
    ]
  }

  return {
    async check(guesser) {
      if ('client' in guesser && (await hasGuessedNothing(guesser.client))) return null
      for (const [key, allowance] of limitsOf(guesser)) {
        const waitSeconds = await tries.check(key, allowance)
        if (waitSeconds !== null) return waitSeconds
      }
      return null
    },
    async count(guesser, attempt) {
      try {
        return await attempt()
      } catch (error) {
        if (error instanceof PromoCodeRefused) {
          for (const [key, allowance] of limitsOf(guesser)) await tries.spend(key, allowance)
          if ('client' in guesser) await tries.spend(wrongOf(guesser.client), ANY_IN_AN_HOUR)
        }
        throw error
      }
    },
  }
}
