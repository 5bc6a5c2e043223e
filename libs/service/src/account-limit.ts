import { createAttemptLimit, type Allowance } from './attempt-limit.ts'
import type { Cache } from './cache.ts'
import { tooManyRequests } from './errors.ts'

/** Limits how often an account, or the owner of an address, does a thing. */
export type AccountLimit = {
  /** Counts one more of a user id, or of the hash of an address. Throws `too-many-requests`. */
  admit(owner: string): Promise<void>
}

export function createAccountLimit(
  { cache, now }: { cache: Cache; now: () => Date },
  name: string,
  allowance: Allowance,
): AccountLimit {
  const tries = createAttemptLimit(cache, now)
  return {
    async admit(owner) {
      const waitSeconds = await tries.spend(`${name}:${owner}`, allowance)
      if (waitSeconds !== null) throw tooManyRequests(name, waitSeconds)
    },
  }
}
