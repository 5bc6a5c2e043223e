import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import type { Log } from '@walkon/service/log'
import { randomUUID } from 'node:crypto'
import type { Channel } from '../channels/channel.ts'
import { claimUnknown, releaseDeadLeases, type UnknownDelivery } from '../db/claims.ts'
import { recordLookUps, type LookUp } from '../db/outcomes.ts'
import type { DeliveryMetrics } from '../delivery-metrics.ts'

export type LookUpOptions = {
  db: Database
  channel: Channel
  metrics: DeliveryMetrics
  log: Log
  leaseSeconds: number
  lookupSeconds: number
}

const BATCH = 50
const QUESTIONS_AT_ONCE = 5
const LONGEST_INTERVAL_MS = 5_000

/**
 * Finds out about deliveries in doubt by asking the provider: what it has is accepted, what it does not have is sent again.
 * One it does not answer about stays in doubt and is asked about later; sending it again could make it two.
 */
export function lookUpUnknown(options: LookUpOptions): Job {
  const { db, channel, metrics, leaseSeconds, lookupSeconds } = options
  return {
    name: `look-up-unknown-${channel.name}`,
    intervalMs: Math.min(LONGEST_INTERVAL_MS, (lookupSeconds * 1_000) / 4),
    run: async () => {
      metrics.moved(await releaseDeadLeases(db, lookupSeconds))

      const owner = randomUUID()
      const unknown = await claimUnknown(db, {
        channel: channel.name,
        owner,
        limit: BATCH,
        leaseSeconds,
        lookupSeconds,
      })
      const lookUps = await askAbout(unknown, options)
      const changes = await recordLookUps(db, owner, lookUps)
      metrics.moved(changes)
      metrics.resent(channel.name, changes.filter(({ state }) => state === 'queued').length)
      return unknown.length === BATCH
    },
  }
}

/** What the provider knows of them; those it did not answer about are left out. */
async function askAbout(unknown: UnknownDelivery[], { channel, log }: LookUpOptions): Promise<LookUp[]> {
  const pending = [...unknown]
  const lookUps: LookUp[] = []
  const ask = async () => {
    for (let delivery = pending.shift(); delivery; delivery = pending.shift()) {
      try {
        lookUps.push({ id: delivery.id, providerId: await channel.find(delivery) })
      } catch (error) {
        log.warn(
          { err: error, deliveryId: delivery.id },
          'the provider does not say whether it has a message',
        )
      }
    }
  }
  await Promise.all(Array.from({ length: QUESTIONS_AT_ONCE }, ask))
  return lookUps
}
