import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { randomUUIDv7 } from 'node:crypto'
import { insertDeliveries, insertDeliveryAlerts } from '../../db/deliveries/deliveries.ts'
import { endTexts, findReplaced, listUnmailedAlerts, type UnsentText } from '../../db/texts/failed-texts.ts'
import type { Transition } from '../../db/deliveries/transitions.ts'
import type { RideAlerts } from '../../domain/content.ts'
import { settle } from '../deliveries/settle-deliveries.ts'

/**
 * The alerts of a text that did not arrive, or may not be sent any more, go to the visitor's email address. Only those still of use that
 * were not mailed already. In the transaction that records the failure, so that they are mailed once.
 */
export async function mailInstead(
  tx: Transaction,
  textId: string,
  { alerts, isOfPlan: _isOfPlan, ...content }: RideAlerts,
): Promise<void> {
  const text = await findReplaced(tx, textId)
  if (!text) return
  const unmailed = await listUnmailedAlerts(tx, textId)
  const alertIds = new Set(unmailed.map(({ alertId }) => alertId))
  const named = alerts.filter(({ alertId }) => alertIds.has(alertId))
  if (named.length === 0) return
  const id = randomUUIDv7()
  const to = { channel: 'email' as const, addressHash: hashAddress(text.email) }
  await insertDeliveries(tx, [
    {
      ...text,
      ...to,
      id,
      source: 'alert',
      sourceId: textId,
      address: text.email,
      content: { ...content, alerts: named },
      linkHash: null,
    },
  ])
  await insertDeliveryAlerts(
    tx,
    unmailed.map((alert) => ({ ...alert, ...to, deliveryId: id })),
  )
}

/** The same for texts that were queued and have ended. */
export async function mailUnsent(tx: Transaction, texts: UnsentText[]): Promise<void> {
  for (const { id, content } of texts) await mailInstead(tx, id, content)
}

/** Ends texts that are queued and may not be sent any more; their alerts go by email. */
export async function withdrawTexts(
  tx: Transaction,
  texts: UnsentText[],
  reason: string,
): Promise<Transition[]> {
  if (texts.length === 0) return []
  const transitions = await settle(tx, await endTexts(tx, texts, reason))
  await mailUnsent(tx, texts)
  return transitions
}
