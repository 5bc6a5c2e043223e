import { hashAddress } from '@walkon/service/address-hash'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { z } from 'zod'
import { eventually } from '../support/walkon-client.ts'

const databaseUrls = z.object({ alert_evaluator: z.string(), notifier: z.string() })

/**
 * Stores a past of alerts and their mails for a visitor with alerts on: half of the rows are alerts and half mails, of which each tenth
 * failed. Returns how many they are.
 */
export async function insertTimeLine(dataDir: string, email: string, rows: number): Promise<number> {
  const stored: unknown = JSON.parse(readFileSync(join(dataDir, 'databases.json'), 'utf8'))
  const urls = databaseUrls.parse(stored)
  const alerts = await insertAlerts(urls.alert_evaluator, email, Math.ceil(rows / 2))
  await insertMails(urls.notifier, email, alerts)
  return alerts.length * 2
}

type Alert = { id: string; subscriptionId: string; rideId: string; parkId: string; triggeredAt: Date }

async function insertAlerts(url: string, email: string, count: number): Promise<Alert[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await eventually(async () => {
      const [subscription] = await sql`select 1 from alert_evaluator.subscriptions where email = ${email}`
      return subscription
    })
    return await sql<Alert[]>`
      with inserted as (
        insert into alert_evaluator.alerts
          (id, event_id, subscription_id, ride_id, kind, wait_minutes, observed_at, triggered_at, accounted_at)
        select gen_random_uuid(), gen_random_uuid(), s.id, w.ride_id, 'short-wait', 5 + n % 20, t.at, t.at, t.at
        from generate_series(1, ${count}) n
        cross join lateral (select now() - n * interval '5 minutes' as at) t
        join alert_evaluator.subscriptions s on s.email = ${email}
        join lateral (
          select ride_id from alert_evaluator.watches where subscription_id = s.id order by ride_id offset n % 20 limit 1) w on true
        returning id, subscription_id, ride_id, triggered_at)
      select i.id, subscription_id as "subscriptionId", ride_id as "rideId", s.park_id as "parkId", triggered_at as "triggeredAt"
      from inserted i join alert_evaluator.subscriptions s on s.id = i.subscription_id`
  } finally {
    await sql.end()
  }
}

async function insertMails(url: string, email: string, alerts: Alert[]): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const hash = hashAddress(email)
  try {
    await sql`
      with mails as (
        select gen_random_uuid() as delivery_id, a.*, row_number() over () as n
        from jsonb_to_recordset(${JSON.stringify(alerts)}::text::jsonb)
          as a(id uuid, "subscriptionId" uuid, "rideId" uuid, "parkId" uuid, "triggeredAt" timestamptz)),
      sent as (
        insert into notifier.deliveries (id, source, source_id, subscription_id, email, channel, address, address_hash,
          park_id, state, last_error, attempt_no, expires_at, requested_at, created_at, updated_at)
        select delivery_id, 'alert', gen_random_uuid(), "subscriptionId", ${email}, 'email', ${email}, ${hash}, "parkId",
          case when n % 10 = 0 then 'bounced' else 'delivered' end, case when n % 10 = 0 then 'soft-bounce' end, 1,
          "triggeredAt", "triggeredAt", "triggeredAt", "triggeredAt" + interval '2 seconds'
        from mails)
      insert into notifier.delivery_alerts (alert_id, channel, address_hash, delivery_id, email_hash, subscription_id,
        kind, park_id, park_name, ride_id, ride_name, wait_minutes, threshold_minutes, message, created_at)
      select id, 'email', ${hash}, delivery_id, ${hash}, "subscriptionId", 'short-wait', "parkId", 'Magic Kingdom',
        "rideId", 'Space Mountain', 10, 15, 'Space Mountain is 10 min', "triggeredAt"
      from mails`
  } finally {
    await sql.end()
  }
}
