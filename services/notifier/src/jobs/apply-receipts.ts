import type { Webhook } from '@walkon/runtime/provider-webhooks'
import { storedEventsOf, type StoredEvents } from '@walkon/runtime/stored-provider-events'
import type { Database, Transaction } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import type { Transition } from '../db/transitions.ts'
import { mayKeepReceipt } from '../use-cases/apply-receipt.ts'
import type { DeliveryMetrics } from '../use-cases/measure-deliveries.ts'

export type ReceiptOptions<Told> = {
  db: Database
  webhook: Omit<Webhook<Told, Applied>, 'apply' | 'mayKeep' | 'onApplied'>
  apply: (tx: Transaction, told: Told, receivedAt: Date) => Promise<Applied>
  metrics: DeliveryMetrics
  log: Log
  /** After the commit: the provider refuses our configuration. */
  onMisconfigured?: (reason: string) => void
}

/** `misconfigured` is why the provider refuses our configuration, if that is what it told. */
export type Applied = { transitions: Transition[]; misconfigured?: string }

/** Applies what a provider told by webhook, as soon as it is stored. */
export const applyReceipts = <Told>(options: ReceiptOptions<Told>): StoredEvents => {
  const { db, webhook, apply, metrics, log, onMisconfigured } = options
  const onApplied = ({ transitions, misconfigured }: Applied) => {
    metrics.count(transitions)
    if (misconfigured !== undefined) onMisconfigured?.(misconfigured)
  }
  return storedEventsOf({
    db,
    log,
    webhook: { ...webhook, apply, mayKeep: mayKeepReceipt, onApplied },
  })
}
