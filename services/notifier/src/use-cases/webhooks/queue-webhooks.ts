import type { WebhookPayload } from '@walkon/contracts/http/webhook-endpoints'
import type { ToldAlert } from '@walkon/contracts/events/alerts'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { randomUUIDv7 } from 'node:crypto'
import type { NewDelivery } from '../../db/deliveries/deliveries.ts'
import { insertWebhookMessages } from '../../db/webhooks/webhook-messages.ts'
import { listCalledEndpoints } from '../../db/webhooks/webhooks.ts'
import { isAlertList, toLetterPayload, toRidePayload } from '../../domain/webhook-payload.ts'
import type { AddressedEvent } from '../deliveries/plan-delivery.ts'

/** An alert, and the address of mail of its owner. */
type Told = { email: string; sourceId: string; payload: WebhookPayload }

/** Queues webhooks of ride alerts that were not told before. */
export const queueRideWebhooks = (
  tx: Transaction,
  told: { event: AddressedEvent; alerts: ToldAlert[] }[],
): Promise<void> =>
  queue(
    tx,
    told.flatMap(({ event, alerts }) =>
      alerts.length === 0
        ? []
        : [{ email: event.data.email, sourceId: event.id, payload: toRidePayload(event.data, alerts) }],
    ),
  )

/** Queues webhooks of the letters that are alerts: a table, a return time, a fare. */
export const queueLetterWebhooks = (tx: Transaction, deliveries: NewDelivery[]): Promise<void> =>
  queue(
    tx,
    deliveries.flatMap(({ channel, email, content, list = null, sourceId, requestedAt: saidAt }) =>
      channel === 'email' && email !== null && content.kind === 'letter' && isAlertList(list)
        ? [{ email, sourceId, payload: toLetterPayload(content, { notificationId: sourceId, list, saidAt }) }]
        : [],
    ),
  )

async function queue(tx: Transaction, told: Told[]): Promise<void> {
  if (told.length === 0) return
  const called = await listCalledEndpoints(
    tx,
    told.map(({ email }) => hashAddress(email)),
  )
  if (called.length === 0) return
  const byOwner = Map.groupBy(called, ({ emailHash }) => emailHash)
  await insertWebhookMessages(
    tx,
    told.flatMap(({ email, sourceId, payload }) =>
      (byOwner.get(hashAddress(email)) ?? []).map(({ endpointId }) => ({
        id: randomUUIDv7(),
        endpointId,
        sourceId,
        payload,
      })),
    ),
  )
}
