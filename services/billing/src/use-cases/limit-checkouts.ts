import { createAttemptLimit } from '@walkon/service/attempt-limit'
import type { Cache } from '@walkon/service/cache'
import { clientNetwork } from '@walkon/service/client-network'
import { tooManyRequests } from '@walkon/service/errors'

const WINDOW_SECONDS = 5 * 60

/** Limits the checkouts that a client's network starts. A park's wireless network is one client. */
export type CheckoutLimit = {
  /** Counts one more. Throws `too-many-requests`. */
  admit(client: string): Promise<void>
}

export function createCheckoutLimit({
  cache,
  perClient,
  now,
}: {
  cache: Cache
  perClient: number
  now: () => Date
}): CheckoutLimit {
  const tries = createAttemptLimit(cache, now)
  return {
    async admit(client) {
      const allowance = { limit: perClient, windowSeconds: WINDOW_SECONDS }
      const waitSeconds = await tries.spend(`checkout:${clientNetwork(client)}`, allowance)
      if (waitSeconds !== null) throw tooManyRequests(waitSeconds)
    },
  }
}
