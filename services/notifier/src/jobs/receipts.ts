import type { StoredEvents } from '@walkon/runtime/stored-provider-events'
import type { TextPause } from '../channels/text-pause.ts'
import { postmarkWebhook } from '../clients/postmark-webhook.ts'
import { twilioWebhook } from '../clients/twilio-webhook.ts'
import type { NotifierSettings } from '../config.ts'
import { applyMailEvent } from '../use-cases/apply-receipt.ts'
import type { ReplyDeps } from '../use-cases/apply-reply.ts'
import { applyTextEvent } from '../use-cases/apply-text-event.ts'
import type { DeliveryMetrics } from '../use-cases/measure-deliveries.ts'
import { applyReceipts } from './apply-receipts.ts'
import { streamsOf, type SenderDeps } from './senders.ts'

/** The webhooks of the providers of mails and texts, as the settings say. */

export const webhooksOf = (settings: NotifierSettings) => ({
  postmarkTells: postmarkWebhook({
    user: settings.POSTMARK_WEBHOOK_USER,
    password: settings.POSTMARK_WEBHOOK_PASSWORD,
    streams: streamsOf(settings),
  }),
  twilioTells: twilioWebhook({ authToken: settings.TWILIO_AUTH_TOKEN, publicUrl: settings.PUBLIC_URL }),
})

type ReceiptParts = ReturnType<typeof webhooksOf> &
  Pick<ReplyDeps, 'texts' | 'links'> & { pause: TextPause; metrics: DeliveryMetrics }

/** Applies the events that each webhook has stored. */
export function receiptsOf(
  { settings, db, log }: SenderDeps,
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
