import { createAttemptLimit, type Allowance } from './attempt-limit.ts'
import type { Cache } from './cache.ts'
import { tooManyRequests } from './errors.ts'

/** Limits how often an account does a thing. */
export type AccountLimit = {
  /** Counts one more. Throws `too-many-requests`. */
  admit(userId: string): Promise<void>
}

export function createAccountLimit(
  { cache, now }: { cache: Cache; now: () => Date },
  name: string,
  allowance: Allowance,
): AccountLimit {
  const tries = createAttemptLimit(cache, now)
  return {
    async admit(userId) {
      const waitSeconds = await tries.spend(`${name}:${userId}`, allowance)
      if (waitSeconds !== null) throw tooManyRequests(name, waitSeconds)
    },
  }
}
