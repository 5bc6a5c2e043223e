import { createAttemptLimit } from '@walkon/service/attempt-limit'
import type { Cache } from '@walkon/service/cache'
import { clientNetwork } from '@walkon/service/client-network'
import { tooManyRequests } from '@walkon/service/errors'
import type { PromoCodeRow } from '../db/promo-codes.ts'
import { SESSION_MS } from '../domain/session-life.ts'

/**
 * Limits how many uses of one code the checkouts of a client's network hold while they are open: a checkout asks for no proof, so one client
 * could hold all of them until their pages end.
 */
export type HeldCodeLimit = {
  /** Counts one more. Throws `too-many-requests`. */
  admit(client: string, code: HeldCode): Promise<void>
}

export type HeldCode = Pick<PromoCodeRow, 'code' | 'maxRedemptions'>

/** A park's wireless network is one client, so a code of many uses lets many of its visitors buy. */
const LEAST = 5
const SHARE = 0.25

export function createHeldCodeLimit({ cache, now }: { cache: Cache; now: () => Date }): HeldCodeLimit {
  const tries = createAttemptLimit(cache, now)
  return {
    async admit(client, { code, maxRedemptions }) {
      if (maxRedemptions === null) return
      const limit = Math.max(LEAST, Math.floor(maxRedemptions * SHARE))
      const allowance = { limit, windowSeconds: SESSION_MS / 1_000 }
      const waitSeconds = await tries.spend(`held-code:${code}:${clientNetwork(client)}`, allowance)
      if (waitSeconds !== null) throw tooManyRequests('held-promo-code', waitSeconds)
    },
  }
}
