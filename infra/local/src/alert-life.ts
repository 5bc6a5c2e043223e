import postgres from 'postgres'
import {
  findAlert,
  findAlerts,
  listDeliveries,
  type AlertRow,
  type DeliveryRow,
  type Sources,
} from './alert-life-rows.ts'

/** The steps of one alert in order, as the services' tables have them. */

const ID = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32})$/

const ENDS = new Set(['failed', 'expired', 'suppressed', 'bounced'])

type Step = { at: Date; what: string }

type Life = { alertId: string; alert: AlertRow | null; deliveries: DeliveryRow[] }

export type LifeUrls = { 'alert-evaluator': string; notifier: string }

/** Lines that tell the lives of the alerts that an id leads to, empty if it leads to none. Throws when it is no id. */
export async function tellAlertLives(urls: LifeUrls, id: string): Promise<string[]> {
  if (!ID.test(id))
    throw new Error('An alert, a delivery (UUID) or a trace (32 hexadecimal digits) is needed')
  const sources: Sources = { evaluator: open(urls['alert-evaluator']), notifier: open(urls.notifier) }
  try {
    const lives: Life[] = []
    for (const alertId of await findAlerts(sources, id)) {
      const alert = await findAlert(sources, alertId)
      lives.push({ alertId, alert, deliveries: await listDeliveries(sources, alertId) })
    }
    // Alerts of one message have every step in common.
    const messages = Map.groupBy(lives, ({ alertId, alert }) => alert?.eventId ?? alertId)
    return [...messages.values()].flatMap(toLines)
  } finally {
    await Promise.all([sources.evaluator.end(), sources.notifier.end()])
  }
}

const open = (url: string) => postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} })

function toLines(lives: Life[]): string[] {
  const { alert = null, deliveries = [] } = lives[0] ?? {}
  const traceparent = alert?.traceparent ?? deliveries[0]?.traceparent ?? null
  const steps = [...(alert ? stepsOfAlert(alert) : []), ...deliveries.flatMap(stepsOfDelivery)]
  const inOrder = steps.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const startMs = inOrder[0]?.at.getTime() ?? 0
  return [
    `trace ${traceparent?.split('-')[1] ?? 'no longer known'}`,
    ...lives.map(toHeading),
    ...inOrder.map(({ at, what }) => {
      const seconds = ((at.getTime() - startMs) / 1_000).toFixed(3).padStart(9)
      return `  ${at.toISOString()} ${seconds} s  ${what}`
    }),
  ]
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

function stepsOfDelivery(delivery: DeliveryRow): Step[] {
  const { id, channel, state, attemptNo, reason } = delivery
  const name = `by ${channel}, delivery ${id}`
  return toSteps([
    [delivery.createdAt, `queued ${name}`],
    [delivery.calledAt, `sent ${name}, attempt ${attemptNo}`],
    [delivery.doubtedAt, `in doubt ${name}${reason ? `: ${reason}` : ''}`],
    [delivery.acceptedAt, `accepted ${name}`],
    [delivery.deliveredAt, `delivered ${name}`],
    [ENDS.has(state) ? delivery.updatedAt : null, `${state} ${name}${reason ? `: ${reason}` : ''}`],
  ])
}

const toSteps = (steps: [at: Date | null, what: string][]): Step[] =>
  steps.flatMap(([at, what]) => (at ? [{ at, what }] : []))
