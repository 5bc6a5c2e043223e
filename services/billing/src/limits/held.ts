import { createAttemptLimit } from '@walkon/service/attempt-limit'
import type { Cache } from '@walkon/service/cache'
import { clientNetwork } from '@walkon/service/client-network'
import { tooManyRequests } from '@walkon/service/errors'
import { SESSION_MS } from '../domain/session-life.ts'

/**
 * Limits the uses of one code, and the spots of one day, that open checkouts of a client's network hold. A checkout asks for no proof: one
 * client could hold all of them until their pages end.
 */
export type HeldLimit = {
  /** Counts one more. Throws `too-many-requests`. */
  admit(client: string, held: Held): Promise<void>
}

/** `uses`: how many there are in all; null where nothing limits them. */
export type Held = { kind: 'held-promo-code' | 'held-spots'; name: string; uses: number | null }

/** A park's wireless network is one client, so a code of many uses lets many of its visitors buy. */
const LEAST = 5
const SHARE = 0.25

export function createHeldLimit({ cache, now }: { cache: Cache; now: () => Date }): HeldLimit {
  const tries = createAttemptLimit(cache, now)
  return {
    async admit(client, { kind, name, uses }) {
      if (uses === null) return
      const limit = Math.max(LEAST, Math.floor(uses * SHARE))
      const allowance = { limit, windowSeconds: SESSION_MS / 1_000 }
      const waitSeconds = await tries.spend(`${kind}:${name}:${clientNetwork(client)}`, allowance)
      if (waitSeconds !== null) throw tooManyRequests(kind, waitSeconds)
    },
  }
}
