import type { alertTriggered, doneForTodayPredicted } from '@walkon/contracts/events/alerts'
import type { EventOf } from '@walkon/contracts/event'
import type { Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

/**
 * Records the alerts of these events that are not on record, and claims the cooldown that each claimed when it was made. Alerts of a
 * subscription that is not there are left out. An alert that is recalled is no news to the guarantee: its marks are not in the event.
 * Returns how many were recorded.
 */
export async function recallAlerts(
  tx: Transaction,
  events: EventOf<typeof alertTriggered | typeof doneForTodayPredicted>[],
): Promise<number> {
  const told = events.flatMap(({ id: eventId, occurredAt, data }) =>
    data.alerts.map(({ alertId, kind, rideId, waitMinutes }) => ({
      alertId,
      eventId,
      subscriptionId: data.subscriptionId,
      kind,
      rideId,
      waitMinutes,
      observedAt: data.observedAt,
      nextAlertAt: data.nextAlertAt,
      triggeredAt: occurredAt,
    })),
  )
  const [row] = await tx.execute<{ recorded: number }>(sql`
    with told as (
      select t.* from jsonb_to_recordset(${asJsonb(told)}) as t("alertId" uuid, "eventId" uuid, "subscriptionId" uuid, kind text,
        "rideId" uuid, "waitMinutes" int, "observedAt" timestamptz, "nextAlertAt" timestamptz, "triggeredAt" timestamptz)
      join subscriptions s on s.id = t."subscriptionId"),
    recorded as (
      insert into alerts (id, event_id, subscription_id, ride_id, kind, wait_minutes, observed_at, usually_short, triggered_at)
      select "alertId", "eventId", "subscriptionId", "rideId", kind, "waitMinutes", "observedAt",
        case when kind = 'short-wait' then false end, "triggeredAt"
      from told on conflict (id) do nothing
      returning id),
    claimed as (
      update watches w set cooldown_until = greatest(w.cooldown_until, c.until), ready = w.ready and c.until <= now(),
        next_alert_at = case when w.next_alert_at is not null then greatest(w.next_alert_at, c.until) end
      from (
        select "subscriptionId", "rideId", max("nextAlertAt") as until
        from told join recorded on recorded.id = told."alertId" group by 1, 2) c
      where w.subscription_id = c."subscriptionId" and w.ride_id = c."rideId")
    select count(*)::int as recorded from recorded`)
  return row?.recorded ?? 0
}
