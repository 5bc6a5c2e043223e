import type { Webhook } from '@walkon/runtime/provider-webhooks'
import type { ServiceDeps } from '@walkon/runtime/service'
import { storedEventsOf, type StoredEvents } from '@walkon/runtime/stored-provider-events'
import type { Database, Transaction } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import type { TextPause } from '../channels/text-pause.ts'
import { postmarkWebhook } from '../clients/postmark-webhook.ts'
import { twilioWebhook } from '../clients/twilio-webhook.ts'
import { streamsOf, type NotifierSettings } from '../config.ts'
import type { Transition } from '../db/transitions.ts'
import { applyMailEvent, mayKeepReceipt } from '../use-cases/apply-receipt.ts'
import type { ReplyDeps } from '../use-cases/apply-reply.ts'
import { applyTextEvent } from '../use-cases/apply-text-event.ts'
import type { DeliveryMetrics } from '../use-cases/measure-deliveries.ts'

/** The webhooks of the providers of mails and texts, as the settings say, and what follows from their events. */

export const webhooksOf = (settings: NotifierSettings) => ({
  postmarkTells: postmarkWebhook({
    user: settings.POSTMARK_WEBHOOK_USER,
    password: settings.POSTMARK_WEBHOOK_PASSWORD,
    streams: streamsOf(settings),
  }),
  twilioTells: twilioWebhook({ authToken: settings.TWILIO_AUTH_TOKEN, publicUrl: settings.PUBLIC_URL }),
})

type ReceiptDeps = Pick<ServiceDeps, 'db' | 'log'> & { settings: NotifierSettings }
type ReceiptParts = ReturnType<typeof webhooksOf> &
  Pick<ReplyDeps, 'texts' | 'links'> & { pause: TextPause; metrics: DeliveryMetrics }

/** Applies the events that each webhook has stored. */
export function receiptsOf(
  { settings, db, log }: ReceiptDeps,
  { postmarkTells, twilioTells, texts, links, pause, metrics }: ReceiptParts,
): StoredEvents[] {
  return [
    applyReceipts({
      db,
      webhook: postmarkTells,
      apply: async (tx, told) => ({ transitions: await applyMailEvent(tx, told) }),
      metrics,
      log,
    }),
    applyReceipts({
      db,
      webhook: twilioTells,
      apply: applyTextEvent(settings, { texts, links }),
      metrics,
      log,
      onMisconfigured(reason) {
        log.error({ calls: 'sms', reason }, 'the provider refuses our configuration')
        metrics.countMisconfigured('sms', reason)
        void pause.start()
      },
    }),
  ]
}

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
