import type { GatedFeature, GateKey } from '@walkon/contracts/http/gates'
import { createAttemptLimit, type Allowance } from '@walkon/service/attempt-limit'
import type { Cache } from '@walkon/service/cache'
import { clientNetwork, clientSite } from '@walkon/service/client-network'
import { createEncryption } from '@walkon/service/encryption'
import { AppError, tooManyRequests } from '@walkon/service/errors'
import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Settings } from '../config.ts'

export type Gate = { feature: GatedFeature; isOpen: boolean; launchNote: string | null }

/** The gates in front of features that are announced and not open yet (decisions, section 7). */
export type Gates = {
  list(): Gate[]
  /**
   * A key for the password, which ends. Every try counts until a right one, so that many at once are as many. Throws
   * `gate-password-wrong` or `too-many-requests`.
   */
  issueKey(client: string, password: string): Promise<GateKey>
  /** Throws `gate-closed` unless the feature is open or the key is one of ours that has not ended. */
  admit(feature: GatedFeature, key: string | undefined): Promise<void>
}

type GatesOptions = { settings: Settings; cache: Cache; now: () => Date }

const MINUTE = 60
/** One customer with a /48 has networks enough for all tries of a minute. */
const SITE_SHARE = 1 / 4
const HOUR_MS = 3_600_000

export function createGates({ settings, cache, now }: GatesOptions): Gates {
  const gates = gatesOf(settings)
  const tries = createAttemptLimit(cache, now)
  const keys = createEncryption('gate-key', settings.PLANNER_KEYS, z.object({ password: z.string() }))
  const expected = settings.GATE_PASSWORD === undefined ? null : digest(settings.GATE_PASSWORD)
  const overall: Allowance = { limit: settings.GATE_TRIES_PER_MINUTE, windowSeconds: MINUTE }
  const perSite: Allowance = {
    limit: Math.ceil(settings.GATE_TRIES_PER_MINUTE * SITE_SHARE),
    windowSeconds: MINUTE,
  }
  const perClient: Allowance = { limit: settings.GATE_TRIES_PER_CLIENT, windowSeconds: 15 * MINUTE }

  async function spend(key: string, allowance: Allowance): Promise<void> {
    const waitSeconds = await tries.spend(key, allowance)
    if (waitSeconds !== null) throw tooManyRequests('gate-password', waitSeconds)
  }

  return {
    list: () => gates,
    async issueKey(client, password) {
      const own = `gate-password:${clientNetwork(client)}`
      await spend(own, perClient)
      await spend(`gate-password:${clientSite(client)}`, perSite)
      await spend('gate-password', overall)
      if (!expected || !timingSafeEqual(digest(password), expected))
        throw new AppError('gate-password-wrong', 'Incorrect password')
      await tries.restore(own, perClient)
      const expiresAt = new Date(now().getTime() + settings.GATE_KEY_HOURS * HOUR_MS)
      const key = await keys.encrypt({ password: fingerprint(expected) }, { expiresAt })
      return { key, expiresAt: expiresAt.toISOString() }
    },
    async admit(feature, key) {
      if (gates.some((gate) => gate.feature === feature && gate.isOpen)) return
      const shown = key === undefined ? null : await keys.decrypt(key, now())
      // A key ends with the password that it was given for.
      if (!expected || shown?.password !== fingerprint(expected))
        throw new AppError('gate-closed', 'This is coming soon')
    },
  }
}

const gatesOf = (settings: Settings): Gate[] => [
  {
    feature: 'lightning-lane',
    isOpen: settings.LIGHTNING_LANE_OPEN,
    launchNote: settings.LIGHTNING_LANE_LAUNCH || null,
  },
  {
    feature: 'restaurant-alerts',
    isOpen: settings.RESTAURANT_ALERTS_OPEN,
    launchNote: settings.RESTAURANT_ALERTS_LAUNCH || null,
  },
]

/** Hashes a text: a comparison in constant time needs equal lengths. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const fingerprint = (digested: Buffer) => digested.toString('base64url').slice(0, 8)
