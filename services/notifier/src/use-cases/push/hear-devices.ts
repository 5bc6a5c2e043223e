import { recipientReplied } from '@walkon/contracts/events/notifications'
import type { PushReply } from '@walkon/contracts/http/push'
import { emit } from '@walkon/messaging/emit'
import type { Database } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import { AppError } from '@walkon/service/errors'
import type { PushTokens } from '../../channels/push-tokens.ts'
import { lockForInserts } from '../../db/accounts/erasures.ts'
import { recordReceipt } from '../../db/deliveries/outcomes.ts'
import { listAlertsOfDeliveries } from '../../db/deliveries/transitions.ts'
import type { DeliveryMetrics } from '../../metrics/deliveries.ts'
import { settle } from '../deliveries/settle-deliveries.ts'

export type HearDeps = { db: Database; tokens: PushTokens; metrics: DeliveryMetrics; now: () => Date }

/** Records that the browser has shown the notification: it is delivered. A notification without a delivery of ours is passed over. */
export async function recordShown({ db, tokens, metrics, now }: HearDeps, token: string): Promise<void> {
  const deliveryId = await tokens.open(token, now())
  if (!deliveryId) return
  const shown = { state: 'delivered', reason: null, providerId: null } as const
  metrics.count(await db.transaction(async (tx) => settle(tx, await recordReceipt(tx, deliveryId, shown))))
}

/**
 * Passes on a pressed button of the notification: alert-evaluator acts on it, as after the reply to a text. The same press again changes
 * nothing. Throws `push-reply-ended`.
 */
export async function recordPushReply(
  { db, tokens, now }: HearDeps,
  { token, reply }: PushReply,
): Promise<void> {
  const deliveryId = await tokens.open(token, now())
  if (!deliveryId) throw ended()
  await db.transaction(async (tx) => {
    await lockForInserts(tx)
    const alertIds = (await listAlertsOfDeliveries(tx, [deliveryId])).map(({ alertId }) => alertId)
    if (alertIds.length === 0) throw ended()
    const data = { deliveryId, reply, alertIds, repliedAt: now().toISOString() }
    await emit(tx, recipientReplied, [{ id: deriveId(deliveryId, reply.kind), data }])
  })
}

const ended = () => new AppError('push-reply-ended', 'This notification has ended')
