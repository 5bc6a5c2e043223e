import type { Channel } from '@walkon/contracts/values'
import type { LookUp } from '@walkon/runtime/provider-lookups'
import type { Database } from '@walkon/service/database'
import { wakeSenders } from '../../db/deliveries/deliveries.ts'
import { hasLapsed, markLapsed } from '../../db/deliveries/leases.ts'
import { recordLookUps as recordAll } from '../../db/deliveries/outcomes.ts'
import type { DeliveryMetrics } from '../../metrics/deliveries.ts'
import { settle } from './settle-deliveries.ts'

/** Deliveries whose sender has not been heard of for a lease are in doubt. */
export async function doubtLapsed(
  db: Database,
  metrics: DeliveryMetrics,
  channel: Channel,
  askSeconds: number,
): Promise<void> {
  if (await hasLapsed(db, channel))
    metrics.count(await db.transaction((tx) => markLapsed(tx, channel, askSeconds)))
}

/**
 * Records what look-ups found. A message that the provider does not have is sent again while it is of use. One that stays in doubt
 * has not changed, and is asked about every few seconds: it is neither counted nor logged.
 */
export async function recordLookUps(
  db: Database,
  metrics: DeliveryMetrics,
  channel: Channel,
  owner: string,
  lookUps: LookUp[],
): Promise<void> {
  const transitions = await db.transaction(async (tx) => {
    const recorded = (await recordAll(tx, owner, lookUps)).filter(({ state }) => state !== 'unknown')
    if (recorded.some(({ state }) => state === 'queued')) wakeSenders(tx)
    return settle(tx, recorded)
  })
  metrics.count(transitions)
  metrics.countResent(channel, transitions.filter(({ state }) => state === 'queued').length)
}
