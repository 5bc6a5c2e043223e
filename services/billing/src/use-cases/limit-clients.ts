import { createAttemptLimit, type Allowance } from '@walkon/service/attempt-limit'
import type { Cache } from '@walkon/service/cache'
import { clientNetwork } from '@walkon/service/client-network'
import { tooManyRequests } from '@walkon/service/errors'
import type { CountLimitHit } from '@walkon/service/limits-hit'

/** Limits what a client's network starts. A park's wireless network is one client. */
export type ClientLimit = {
  /** Counts one more. Throws `too-many-requests`. */
  admit(client: string): Promise<void>
}

export type ClientLimitOptions = {
  cache: Cache
  countHit: CountLimitHit
  /** What is limited, such as `checkout`. */
  name: string
  allowance: Allowance
  now: () => Date
}

export function createClientLimit({
  cache,
  countHit,
  name,
  allowance,
  now,
}: ClientLimitOptions): ClientLimit {
  const tries = createAttemptLimit(cache, now)
  return {
    async admit(client) {
      const waitSeconds = await tries.spend(`${name}:${clientNetwork(client)}`, allowance)
      if (waitSeconds === null) return
      countHit(name)
      throw tooManyRequests(waitSeconds)
    },
  }
}
