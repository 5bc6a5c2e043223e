import type { ProviderCallsOptions } from '@walkon/runtime/provider-calls'
import type { Lease } from '@walkon/runtime/provider-lookups'
import type { Database } from '@walkon/service/database'
import { setTimeout as after } from 'node:timers/promises'
import type { Channel, DeliveryAnswer } from '../../channels/channel.ts'
import {
  hasDue,
  leaseUnknown,
  type LeasedDelivery,
  type UnknownDelivery,
} from '../../db/deliveries/leases.ts'
import { doubtLapsed, recordLookUps } from './look-up-unknown.ts'
import type { DeliveryMetrics } from '../../metrics/deliveries.ts'
import { leaseAtRate, leaseDeliveries, recordAnswers } from './send-deliveries.ts'

/** Deliveries as a table of calls, with what may hold them back. */

export type Calls<Message> = ProviderCallsOptions<LeasedDelivery, Message, DeliveryAnswer, UnknownDelivery>

/** When a channel sends nothing, and the end of its queue. */
export type Stop = {
  isOn: () => Promise<boolean>
  /** The provider refuses our configuration. */
  start?: () => Promise<void>
  /** Ends the queue instead of sending. Returns true if there may be more. Without it the queue waits. */
  withdraw?: (limit: number) => Promise<boolean>
}

type Table = Calls<unknown>['table']

/** A slow rate is asked about again, so that a process that stops does not wait for its next call. */
const LONGEST_WAIT_MS = 1_000

/** Leases nothing while the channel is stopped, and stops it when the provider refuses our configuration. */
export function stoppable(table: Table, stop: Stop | undefined): Table {
  if (!stop) return table
  return {
    ...table,
    leaseQueued: async (lease) =>
      (await stop.isOn())
        ? { leased: [], hasMore: (await stop.withdraw?.(lease.limit)) ?? false }
        : table.leaseQueued(lease),
    async recordAnswers(owner, answered) {
      if (answered.some(({ answer }) => answer.kind === 'misconfigured')) await stop.start?.()
      await table.recordAnswers(owner, answered)
    },
  }
}

/**
 * The deliveries of one channel as a table of calls; with a rate, all processes together lease no more than so many a second. A full lease is
 * followed by another without a look: in a crowd's queue a look reads past every row that was leased before.
 */
export function deliveriesOf(
  db: Database,
  metrics: DeliveryMetrics,
  channel: Channel<unknown>['name'],
  perSecond?: number,
): Table {
  let wasFull = false

  async function leaseDue(lease: Lease) {
    if (perSecond === undefined) return leaseDeliveries(db, metrics, channel, lease)
    const { waitMs, ...taken } = await leaseAtRate(db, metrics, channel, { ...lease, perSecond })
    if (waitMs > 0) await after(Math.min(waitMs, LONGEST_WAIT_MS))
    return taken
  }

  return {
    async leaseQueued(lease) {
      if (!wasFull && !(await hasDue(db, channel))) return { leased: [], hasMore: false }
      wasFull = false
      const taken = await leaseDue(lease)
      wasFull = taken.hasMore && taken.leased.length > 0
      return taken
    },
    recordAnswers: (owner, answered) => recordAnswers(db, metrics, channel, owner, answered),
    markLapsed: (askSeconds) => doubtLapsed(db, metrics, channel, askSeconds),
    leaseUnknown: (lease) => leaseUnknown(db, channel, lease),
    recordLookUps: (owner, lookUps) => recordLookUps(db, metrics, channel, owner, lookUps),
  }
}
