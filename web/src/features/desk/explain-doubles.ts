import { fateWords, hasFailed } from './fates.ts'
import type { Visitor } from './visitor.ts'

/** The answers to “Why two messages?”: alerts that went out by more than one message, the newest first. Alerts that went alike are one answer. */
export function explainDoubles({ deliveries, deliveryAlerts }: Visitor): string[] {
  const sent = new Map(
    deliveries.filter(({ state }) => state !== 'suppressed').map((delivery) => [delivery.id, delivery]),
  )
  const byAlert = Map.groupBy(
    deliveryAlerts.filter(({ deliveryId }) => sent.has(deliveryId)),
    ({ alertId }) => alertId,
  )
  const doubled = [...byAlert.values()].filter((rows) => rows.length > 1)
  // As they were sent: one that failed stands before the one that took its place.
  const waysOf = (rows: typeof deliveryAlerts) =>
    rows
      .flatMap(({ deliveryId }) => sent.get(deliveryId) ?? [])
      .toSorted((one, other) => Date.parse(one.queuedAt) - Date.parse(other.queuedAt))
  const alike = Map.groupBy(doubled, (rows) => waysOf(rows).map(fateWords).toSorted().join())
  return [...alike.values()].toReversed().map((alerts) => {
    const rides = [...new Set(alerts.flatMap(([first]) => first?.rideName ?? []))]
    const what =
      alerts.length === 1
        ? `One alert for ${rides.join(', ')}`
        : `${alerts.length} alerts, for ${rides.join(', ')},`
    const ways = waysOf(alerts[0] ?? [])
    const why = ways.some(hasFailed)
      ? 'one did not arrive, so the alert went another way too'
      : 'each to another way of the visitor'
    return `${what} went by ${ways.length} messages, ${why}: ${ways.map(fateWords).join('; ')}.`
  })
}
