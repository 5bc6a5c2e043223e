import { fateWords, hasFailed } from './fates.ts'
import type { Visitor } from './visitor.ts'

/** The answers to “Why two messages?”: alerts that went out by more than one message, the newest first. */
export function explainDoubles({ deliveries, deliveryAlerts }: Visitor): string[] {
  const sent = new Map(
    deliveries.filter(({ state }) => state !== 'suppressed').map((delivery) => [delivery.id, delivery]),
  )
  const byAlert = Map.groupBy(
    deliveryAlerts.filter(({ deliveryId }) => sent.has(deliveryId)),
    ({ alertId }) => alertId,
  )
  return [...byAlert.values()]
    .filter((rows) => rows.length > 1)
    .toReversed()
    .map((rows) => {
      const ways = rows.flatMap(({ deliveryId }) => sent.get(deliveryId) ?? [])
      const why = ways.some(hasFailed)
        ? 'one did not arrive, so the alert went another way too'
        : 'each to another way of the visitor'
      return `One alert for ${rows[0]?.rideName} went by ${rows.length} messages, ${why}: ${ways.map(fateWords).join('; ')}.`
    })
}
