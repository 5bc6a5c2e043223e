import type { Webhook } from '@walkon/runtime/provider-webhooks'
import { applyProviderEvents } from '@walkon/runtime/stored-provider-events'
import type { Database, Transaction } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import type { Log } from '@walkon/service/log'
import type { Transition } from '../db/transitions.ts'
import { mayKeepReceipt } from '../use-cases/apply-receipt.ts'
import type { DeliveryMetrics } from '../use-cases/measure-deliveries.ts'

export type ReceiptOptions<Told> = {
  db: Database
  webhook: Omit<Webhook<Told, Transition[]>, 'apply' | 'mayKeep' | 'onApplied'>
  apply: (tx: Transaction, told: Told) => Promise<Transition[]>
  metrics: DeliveryMetrics
  log: Log
}

/** Applies what a provider told by webhook, as soon as it is stored. */
export const applyReceipts = <Told>({ db, webhook, apply, metrics, log }: ReceiptOptions<Told>): Job =>
  applyProviderEvents({
    db,
    log,
    webhook: { ...webhook, apply, mayKeep: mayKeepReceipt, onApplied: metrics.count },
  })
