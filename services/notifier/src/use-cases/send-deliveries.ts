import type { Channel } from '@walkon/contracts/values'
import type { AnsweredCall } from '@walkon/runtime/provider-calls'
import type { Lease } from '@walkon/runtime/provider-lookups'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database, Transaction } from '@walkon/service/database'
import type { DeliveryAnswer } from '../channels/channel.ts'
import { leaseQueued, type LeasedDelivery } from '../db/leases.ts'
import { recordSteps } from '../db/outcomes.ts'
import type { Transition } from '../db/transitions.ts'
import type { Suppression } from '../db/suppressions.ts'
import type { DeliveryMetrics } from './measure-deliveries.ts'
import { mailInstead } from './mail-instead.ts'
import { publishOutcomes } from './publish-outcomes.ts'
import { suppressAddresses } from './suppress-address.ts'

/** Leases the next deliveries of a channel. Expired and suppressed ones end here instead. */
export async function leaseDeliveries(
  db: Database,
  metrics: DeliveryMetrics,
  channel: Channel,
  lease: Lease,
): Promise<{ leased: LeasedDelivery[]; hasMore: boolean }> {
  const { leased, transitions } = await db.transaction(async (tx) => {
    const taken = await leaseQueued(tx, channel, lease)
    await publishOutcomes(tx, taken.transitions)
    return taken
  })
  metrics.count(transitions)
  return { leased, hasMore: transitions.length === lease.limit }
}

export type AnsweredDelivery = AnsweredCall<LeasedDelivery, DeliveryAnswer>

/** Records what the provider answered, and stops writing to addresses that it calls dead. */
export async function recordAnswers(
  db: Database,
  metrics: DeliveryMetrics,
  channel: Channel,
  owner: string,
  answered: AnsweredDelivery[],
): Promise<void> {
  const suppressions = answered.flatMap(({ call, answer }): Suppression[] =>
    answer.kind === 'refused' && 'suppress' in answer && answer.suppress
      ? [{ channel, addressHash: hashAddress(call.address), reason: answer.suppress }]
      : [],
  )
  const transitions = await db.transaction(async (tx) => {
    const recorded = await recordSteps(
      tx,
      owner,
      answered.map(({ call, step }) => ({ id: call.id, step })),
    )
    await publishOutcomes(tx, recorded)
    await mailRefused(tx, channel, recorded, answered)
    return [...recorded, ...(await suppressAddresses(tx, suppressions))]
  })
  metrics.count(transitions)
  for (const { answer } of answered)
    if (answer.kind === 'misconfigured') metrics.countMisconfigured(channel, answer.reason)
}

/** The alerts of texts that the provider will never take. */
async function mailRefused(
  tx: Transaction,
  channel: Channel,
  recorded: Transition[],
  answered: AnsweredDelivery[],
): Promise<void> {
  if (channel !== 'sms') return
  const failed = new Set(recorded.flatMap(({ id, state }) => (state === 'failed' ? [id] : [])))
  for (const { call } of answered)
    if (failed.has(call.id) && call.content.kind === 'ride-alerts')
      await mailInstead(tx, call.id, call.content)
}
