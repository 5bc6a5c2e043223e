import { fateWords, hasFailed } from './fates.ts'
import type { Visitor } from './visitor.ts'

/** The answers to “Why two messages?”: alerts that went out by more than one message, the newest first. Alerts of the same messages are one answer. */
export function explainDoubles({ deliveries, deliveryAlerts }: Visitor): string[] {
  const sent = new Map(
    deliveries.filter(({ state }) => state !== 'suppressed').map((delivery) => [delivery.id, delivery]),
  )
  const byAlert = Map.groupBy(
    deliveryAlerts.filter(({ deliveryId }) => sent.has(deliveryId)),
    ({ alertId }) => alertId,
  )
  const doubled = [...byAlert.values()].filter((rows) => rows.length > 1)
  const alike = Map.groupBy(doubled, (rows) =>
    rows
      .map(({ deliveryId }) => deliveryId)
      .toSorted()
      .join(),
  )
  return [...alike.values()].toReversed().map((alerts) => {
    const rows = alerts[0] ?? []
    const rides = alerts.flatMap(([first]) => first?.rideName ?? [])
    const what =
      rides.length === 1 ? `One alert for ${rides[0]}` : `${rides.length} alerts, for ${rides.join(', ')},`
    const ways = rows.flatMap(({ deliveryId }) => sent.get(deliveryId) ?? [])
    const why = ways.some(hasFailed)
      ? 'one did not arrive, so the alert went another way too'
      : 'each to another way of the visitor'
    return `${what} went by ${rows.length} messages, ${why}: ${ways.map(fateWords).join('; ')}.`
  })
}
