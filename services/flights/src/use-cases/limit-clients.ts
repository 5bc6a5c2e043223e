import { createAttemptLimit, type Allowance } from '@walkon/service/attempt-limit'
import type { Cache } from '@walkon/service/cache'
import { clientNetwork } from '@walkon/service/client-network'
import { tooManyRequests } from '@walkon/service/errors'

/** Limits what a client's network asks for. A household, and a park's wireless network, is one client. */
export type ClientLimit = {
  /** Counts one more. Throws `too-many-requests`. */
  admit(client: string): Promise<void>
}

export type ClientLimitOptions = { cache: Cache; name: string; allowance: Allowance; now: () => Date }

export function createClientLimit({ cache, name, allowance, now }: ClientLimitOptions): ClientLimit {
  const tries = createAttemptLimit(cache, now)
  return {
    async admit(client) {
      const waitSeconds = await tries.spend(`${name}:${clientNetwork(client)}`, allowance)
      if (waitSeconds !== null) throw tooManyRequests(name, waitSeconds)
    },
  }
}
