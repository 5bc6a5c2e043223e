import { createAttemptLimit, type Allowance } from './attempt-limit.ts'
import type { Cache } from './cache.ts'
import { clientNetwork } from './client-network.ts'
import { tooManyRequests } from './errors.ts'

/** Limits what a client's network asks for. A household, and a park's wireless network, is one client. */
export type ClientLimit = {
  /** Counts one more. Throws `too-many-requests`. */
  admit(client: string): Promise<void>
}

/** `name` is the limited thing, such as `checkout`, under which tries are counted. */
export function createClientLimit(
  { cache, now }: { cache: Cache; now: () => Date },
  name: string,
  allowance: Allowance,
): ClientLimit {
  const tries = createAttemptLimit(cache, now)
  return {
    async admit(client) {
      const waitSeconds = await tries.spend(`${name}:${clientNetwork(client)}`, allowance)
      if (waitSeconds !== null) throw tooManyRequests(name, waitSeconds)
    },
  }
}
