import type { Sql } from 'postgres'

/** The rows of one alert in the services' tables, each read from its owner's schema. No address is read. */

/** The tables of one service, whether each service has a database role of its own or an operator reads all of them. */
export type Sources = { evaluator: Sql; notifier: Sql }

export type AlertRow = {
  id: string
  eventId: string
  rideId: string
  kind: string
  waitMinutes: number | null
  observedAt: Date
  triggeredAt: Date
  republishedAt: Date | null
  accountedAt: Date | null
  /** Null before it, and once the outbox has forgotten the event. */
  publishedAt: Date | null
  traceparent: string | null
}

const TRACE_ID = /^[0-9a-f]{32}$/

/** The alerts that an id leads to: its own, those of a delivery, or those of a trace. */
export async function findAlerts({ evaluator, notifier }: Sources, id: string): Promise<string[]> {
  if (TRACE_ID.test(id)) {
    const pattern = `00-${id}-%`
    const sent = await notifier<{ id: string }[]>`
      select alert_id as id from notifier.delivery_alerts where delivery_id in (
        select id from notifier.deliveries where traceparent like ${pattern})`
    const made = await evaluator<{ id: string }[]>`
      select id from alert_evaluator.alerts where event_id in (
        select event_id from alert_evaluator.outbox where headers ->> 'traceparent' like ${pattern})`
    return [...new Set([...sent, ...made].map((row) => row.id))]
  }
  const named = await notifier<{ id: string }[]>`
    select alert_id as id from notifier.delivery_alerts where delivery_id = ${id} or alert_id = ${id}`
  const made = await evaluator<{ id: string }[]>`select id from alert_evaluator.alerts where id = ${id}`
  return [...new Set([...named, ...made].map((row) => row.id))]
}

export async function findAlert({ evaluator }: Sources, alertId: string): Promise<AlertRow | null> {
  const [alert] = await evaluator<AlertRow[]>`
    select a.id, a.event_id as "eventId", a.ride_id as "rideId", a.kind, a.wait_minutes as "waitMinutes",
      a.observed_at as "observedAt", a.triggered_at as "triggeredAt", a.republished_at as "republishedAt",
      a.accounted_at as "accountedAt", o.headers ->> 'traceparent' as traceparent,
      case when o.published_at < 'infinity' then o.published_at else (
        select b.published_at from alert_evaluator.outbox_batches b
        where b.created_at >= o.created_at and o.position = any(b.positions) order by b.id limit 1) end as "publishedAt"
    from alert_evaluator.alerts a left join alert_evaluator.outbox o on o.event_id = a.event_id
    where a.id = ${alertId}`
  return alert ?? null
}
