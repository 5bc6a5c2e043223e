import type { Channel } from '@walkon/contracts/values'
import type { AnsweredCall } from '@walkon/runtime/provider-calls'
import type { Lease } from '@walkon/runtime/provider-lookups'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database, Transaction } from '@walkon/service/database'
import type { DeliveryAnswer } from '../channels/channel.ts'
import { deleteDeadDevices, endPushesTo } from '../db/devices.ts'
import { leaseQueued, type LeasedDelivery } from '../db/leases.ts'
import { recordSteps } from '../db/outcomes.ts'
import type { Suppression } from '../db/suppressions.ts'
import type { Transition } from '../db/transitions.ts'
import type { DeliveryMetrics } from './measure-deliveries.ts'
import { settle } from './settle-deliveries.ts'
import { suppressAddresses } from './suppress-address.ts'

/** Leases the next deliveries of a channel. Expired and suppressed ones end here instead. */
export async function leaseDeliveries(
  db: Database,
  metrics: DeliveryMetrics,
  channel: Channel,
  lease: Lease,
): Promise<{ leased: LeasedDelivery[]; hasMore: boolean }> {
  const { leased, transitions, settled } = await db.transaction(async (tx) => {
    const taken = await leaseQueued(tx, channel, lease)
    return { ...taken, settled: await settle(tx, taken.transitions) }
  })
  metrics.count(settled)
  return { leased, hasMore: transitions.length === lease.limit }
}

export type AnsweredDelivery = AnsweredCall<LeasedDelivery, DeliveryAnswer>

/** Records what the provider answered, and stops writing to addresses and devices that it calls dead. */
export async function recordAnswers(
  db: Database,
  metrics: DeliveryMetrics,
  channel: Channel,
  owner: string,
  answered: AnsweredDelivery[],
): Promise<void> {
  const suppressions = answered.flatMap(({ call, answer }): Suppression[] =>
    'suppress' in answer && answer.suppress
      ? [{ channel, addressHash: hashAddress(call.address), reason: answer.suppress }]
      : [],
  )
  const transitions = await db.transaction(async (tx) => {
    const recorded = await recordSteps(
      tx,
      owner,
      answered.map(({ call, step }) => ({ id: call.id, step })),
    )
    const settled = await settle(tx, recorded)
    const suppressed = await suppressAddresses(tx, suppressions)
    return [...settled, ...suppressed, ...(await removeDeadDevices(tx, answered))]
  })
  metrics.count(transitions)
  for (const { answer } of answered)
    if (answer.kind === 'misconfigured' || ('isOurFault' in answer && answer.isOurFault))
      metrics.countMisconfigured(channel, answer.reason)
}

/** Their endpoints answer nothing more, so what is queued for them ends too. */
async function removeDeadDevices(tx: Transaction, answered: AnsweredDelivery[]): Promise<Transition[]> {
  const dead = answered.flatMap(({ call: { device }, answer }) =>
    device && 'isGone' in answer && answer.isGone ? [device] : [],
  )
  return settle(tx, await endPushesTo(tx, await deleteDeadDevices(tx, dead)))
}
