import { applyProviderEvents, type Webhook } from '@walkon/runtime/provider-webhooks'
import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import type { Log } from '@walkon/service/log'
import type { Transition } from '../db/transitions.ts'
import type { Receipt } from '../domain/receipt.ts'
import { applyReceipt, mayKeepReceipt } from '../use-cases/apply-receipt.ts'
import type { DeliveryMetrics } from '../use-cases/measure-deliveries.ts'

export type ReceiptOptions = {
  db: Database
  webhook: Omit<Webhook<Receipt, Transition[]>, 'apply' | 'mayKeep' | 'onApplied'>
  metrics: DeliveryMetrics
  log: Log
}

/** Applies what a provider told by webhook, as soon as it is stored. */
export const applyReceipts = ({ db, webhook, metrics, log }: ReceiptOptions): Job =>
  applyProviderEvents({
    db,
    log,
    webhook: { ...webhook, apply: applyReceipt, mayKeep: mayKeepReceipt, onApplied: metrics.count },
  })
