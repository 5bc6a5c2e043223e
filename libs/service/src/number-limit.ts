import { hashAddress } from './address-hash.ts'
import { createAttemptLimit, type Allowance } from './attempt-limit.ts'
import type { Cache } from './cache.ts'
import { clientNetwork } from './client-network.ts'
import { AppError } from './errors.ts'

const DAY_SECONDS = 86_400

/** Limits how many different things one subject names in a window: the same thing again is free. */
export type DistinctLimit = {
  /** Null, or the seconds until the next one is allowed. Neither may hold anything personal: hash an address or number first. */
  spend(subject: string, thing: string, allowance: Allowance): Promise<number | null>
}

export function createDistinctLimit(cache: Cache, now: () => Date): DistinctLimit {
  const limits = createAttemptLimit(cache, now)
  return {
    async spend(subject, thing, allowance) {
      const once = { ...allowance, limit: 1 }
      const named = `${subject}:${thing}`
      if ((await limits.spend(named, once)) !== null) return null
      const waitSeconds = await limits.spend(subject, allowance)
      // A refused number is new again at its next try, or the second would be free.
      if (waitSeconds !== null) await limits.restore(named, once)
      return waitSeconds
    },
  }
}

/** Limits the phone numbers that one client network has asked by text in unpaid orders. All visitors in a park's wireless network share one limit. */
export type NumberLimit = {
  /** Counts the number for the day, in all services that share the cache. Throws `too-many-numbers`. */
  admit(client: string, number: string): Promise<void>
}

export function createNumberLimit(cache: Cache, now: () => Date, perDay: number): NumberLimit {
  const numbers = createDistinctLimit(cache, now)
  const allowance = { limit: perDay, windowSeconds: DAY_SECONDS }
  return {
    async admit(client, number) {
      const retryAfterSeconds = await numbers.spend(
        `numbers-of:${clientNetwork(client)}`,
        hashAddress(number),
        allowance,
      )
      if (retryAfterSeconds === null) return
      throw new AppError('too-many-numbers', 'Too many numbers were named from this network today', {
        retryAfterSeconds,
        limit: 'numbers-of-client',
      })
    },
  }
}
