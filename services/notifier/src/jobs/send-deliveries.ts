import { createProviderCalls, type ProviderCallsOptions } from '@walkon/runtime/provider-calls'
import type { Database } from '@walkon/service/database'
import { setTimeout as after } from 'node:timers/promises'
import type { Channel, DeliveryAnswer } from '../channels/channel.ts'
import { DELIVERIES_CHANNEL } from '../db/deliveries.ts'
import { leaseUnknown, type LeasedDelivery, type UnknownDelivery } from '../db/leases.ts'
import type { SendingGate } from '../channels/sending-gate.ts'
import { doubtLapsed, recordLookUps } from '../use-cases/look-up-unknown.ts'
import type { DeliveryMetrics } from '../use-cases/measure-deliveries.ts'
import { leaseDeliveries, recordAnswers } from '../use-cases/send-deliveries.ts'

type Calls<Message> = ProviderCallsOptions<LeasedDelivery, Message, DeliveryAnswer, UnknownDelivery>

export type SenderOptions<Message> = Omit<Calls<Message>, 'name' | 'table' | 'provider' | 'wakeOn'> & {
  db: Database
  channel: Channel<Message>
  metrics: DeliveryMetrics
  /** Holds back what may not be sent now; without it all goes. */
  gate?: SendingGate
}

/** Sends what is queued on one channel as soon as it is committed, and looks up what is in doubt. */
export function createSender<Message>({ db, channel, metrics, gate, ...calls }: SenderOptions<Message>) {
  const { name } = channel
  return createProviderCalls<LeasedDelivery, Message, DeliveryAnswer, UnknownDelivery>({
    ...calls,
    name,
    provider: channel,
    wakeOn: DELIVERIES_CHANNEL,
    table: held(deliveriesOf(db, metrics, name), gate),
  })
}

type Table = Calls<unknown>['table']

/**
 * Leases no more than the gate admits, and closes it when the provider refuses our configuration. At the rate's limit it waits for
 * the gate: the loop's next look would come so late that a part of the rate is lost.
 */
function held(table: Table, gate: SendingGate | undefined): Table {
  if (!gate) return table
  return {
    ...table,
    async leaseQueued(lease) {
      const waitMs = gate.msUntilFree()
      if (waitMs === null) return { leased: [], hasMore: false }
      if (waitMs > 0) await after(waitMs)
      const limit = gate.admit(lease.limit)
      if (limit === 0) return { leased: [], hasMore: true }
      const taken = await table.leaseQueued({ ...lease, limit })
      gate.spend(taken.leased.length)
      return taken
    },
    async recordAnswers(owner, answered) {
      if (answered.some(({ answer }) => answer.kind === 'misconfigured')) gate.pause()
      await table.recordAnswers(owner, answered)
    },
  }
}

/** The deliveries of one channel as a table of calls. */
export const deliveriesOf = (
  db: Database,
  metrics: DeliveryMetrics,
  channel: Channel<unknown>['name'],
): Calls<unknown>['table'] => ({
  leaseQueued: (lease) => leaseDeliveries(db, metrics, channel, lease),
  recordAnswers: (owner, answered) => recordAnswers(db, metrics, channel, owner, answered),
  markLapsed: (askSeconds) => doubtLapsed(db, metrics, channel, askSeconds),
  leaseUnknown: (lease) => leaseUnknown(db, channel, lease),
  recordLookUps: (owner, lookUps) => recordLookUps(db, metrics, channel, owner, lookUps),
})
