import { findAlert, findAlerts, type AlertRow, type Sources } from './alert-life-rows.ts'
import { listDeliveriesOfAlert, type DeliveryRow } from './delivery-rows.ts'
import { stepsOfDelivery, toLines, toSteps, toTraceHeading, type Step } from './life-steps.ts'

/** The steps of one alert in order, as the services' tables have them. */

type Life = { alertId: string; alert: AlertRow | null; deliveries: DeliveryRow[] }

/** Lines that tell the lives of the alerts that an id leads to, empty if it leads to none. */
export async function tellAlertLives(sources: Sources, id: string): Promise<string[]> {
  const lives: Life[] = []
  for (const alertId of await findAlerts(sources, id)) {
    const alert = await findAlert(sources, alertId)
    lives.push({ alertId, alert, deliveries: await listDeliveriesOfAlert(sources.notifier, alertId) })
  }
  // Alerts of one message have every step in common.
  const messages = Map.groupBy(lives, ({ alertId, alert }) => alert?.eventId ?? alertId)
  return [...messages.values()].flatMap(toMessageLines)
}

function toMessageLines(lives: Life[]): string[] {
  const { alert = null, deliveries = [] } = lives[0] ?? {}
  return toLines(
    [toTraceHeading(alert?.traceparent ?? deliveries[0]?.traceparent ?? null), ...lives.map(toHeading)],
    [...(alert ? stepsOfAlert(alert) : []), ...deliveries.flatMap(stepsOfDelivery)],
  )
}

function toHeading({ alertId, alert }: Life): string {
  if (!alert) return `alert ${alertId}, which alert-evaluator does not know any more`
  const wait = alert.waitMinutes === null ? 'no wait posted' : `${alert.waitMinutes} min`
  return `alert ${alertId}: ride ${alert.rideId}, ${alert.kind}, ${wait}`
}

function stepsOfAlert(alert: AlertRow): Step[] {
  return toSteps([
    [alert.observedAt, 'read'],
    [alert.triggeredAt, `matched and made, in event ${alert.eventId}`],
    [alert.publishedAt, 'published'],
    [alert.republishedAt, 'published again: no end was heard of'],
    [alert.accountedAt, 'accounted for'],
  ])
}
