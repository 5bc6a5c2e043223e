import type { Webhook } from '@walkon/runtime/provider-webhooks'
import type { ServiceDeps } from '@walkon/runtime/service'
import { storedEventsOf, type StoredEvents } from '@walkon/runtime/stored-provider-events'
import type { Database, Transaction } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import type { TextPause } from '../channels/text-pause.ts'
import type { postmarkWebhook } from '../clients/postmark-webhook.ts'
import type { twilioWebhook } from '../clients/twilio-webhook.ts'
import type { NotifierSettings } from '../config.ts'
import type { Transition } from '../db/deliveries/transitions.ts'
import { applyMailEvent, mayKeepReceipt } from '../use-cases/deliveries/apply-receipt.ts'
import type { ReplyDeps } from '../use-cases/texts/apply-reply.ts'
import { applyTextEvent } from '../use-cases/texts/apply-text-event.ts'
import type { DeliveryMetrics } from '../metrics/deliveries.ts'

/** Applies the events of the providers of mails and texts. */

type ReceiptDeps = Pick<ServiceDeps, 'db' | 'log' | 'now'> & { settings: NotifierSettings }
export type ReceiptParts = {
  postmarkTells: ReturnType<typeof postmarkWebhook> | null
  twilioTells: ReturnType<typeof twilioWebhook> | null
} & Pick<ReplyDeps, 'texts' | 'links'> & { pause: TextPause; metrics: DeliveryMetrics }

/** Applies the events that each webhook has stored. */
export const receiptsOf = (deps: ReceiptDeps, parts: ReceiptParts): StoredEvents[] => [
  ...(parts.postmarkTells ? [mailReceiptsOf(deps, parts, parts.postmarkTells)] : []),
  ...(parts.twilioTells ? [textReceiptsOf(deps, parts, parts.twilioTells)] : []),
]

const mailReceiptsOf = (
  { db, log }: ReceiptDeps,
  { metrics }: ReceiptParts,
  webhook: ReturnType<typeof postmarkWebhook>,
): StoredEvents =>
  applyReceipts({
    db,
    webhook,
    apply: async (tx, told) => ({ transitions: await applyMailEvent(tx, told) }),
    metrics,
    log,
  })

const textReceiptsOf = (
  { settings, db, log, now }: ReceiptDeps,
  { texts, links, pause, metrics }: ReceiptParts,
  webhook: ReturnType<typeof twilioWebhook>,
): StoredEvents =>
  applyReceipts({
    db,
    webhook,
    apply: applyTextEvent(settings, { texts, links, now }),
    metrics,
    log,
    onMisconfigured(reason) {
      log.error({ calls: 'sms', reason }, 'the provider refuses our configuration')
      metrics.countMisconfigured('sms', reason)
      void pause.start()
    },
  })

type ReceiptOptions<Told> = {
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
const applyReceipts = <Told>(options: ReceiptOptions<Told>): StoredEvents => {
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
