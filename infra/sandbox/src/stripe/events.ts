import { createHmac } from 'node:crypto'
import type { Store } from '../state/store.ts'
import { queueWebhook, type WebhookTarget } from '../state/webhooks.ts'
import { insertObject, newId, toSeconds } from './objects.ts'
import type { StripeObject } from './shapes.ts'

export const API_VERSION = '2026-10-28.endive'

/** Keeps events for `GET /v1/events`, and tells the product. The event shows the object as it is now. */
export function recordEvent(store: Store, type: string, object: StripeObject, now: Date): void {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: toSeconds(now),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
  insertObject(store, event)
  queueWebhook(store, 'stripe', event, now)
}

/** Signs each attempt by itself, as Stripe does, because receivers refuse a signature that is older than their tolerance. */
export const stripeWebhook = ({ url, secret }: { url: string; secret: string }): WebhookTarget => ({
  toRequest(body, now) {
    const timestamp = toSeconds(now)
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    return {
      url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': `t=${timestamp},v1=${signature}`,
      },
      body,
    }
  },
})
