import type { Channel, MailList, ToldKind } from '@walkon/contracts/values'
import { traceparentAfter } from '@walkon/messaging/cloud-event'
import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { currentTraceId } from '@walkon/service/trace-context'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import { eq, sql } from 'drizzle-orm'
import type { DeliveryContent } from '../../domain/content.ts'
import type { DeliverySource } from '../../domain/delivery-source.ts'
import { subjectToKeep } from '../../domain/message-subject.ts'
import { createMailReference } from './mail-references.ts'
import { isInLostSpan } from '../restores/restores.ts'
import { deliveries } from '../schema.ts'

/** The channel of the senders. */
export const DELIVERIES_CHANNEL = 'deliveries'

export type NewDelivery = {
  id: string
  source: DeliverySource
  sourceId: string
  subscriptionId: string | null
  /** Set for a letter that was asked for by user id. */
  userId?: string
  /** The list that a letter belongs to. */
  list?: MailList | null
  /** The email address of the alerts' owner; the message can go elsewhere. */
  email: string | null
  channel: Channel
  address: string
  addressHash: string
  parkId: string | null
  content: DeliveryContent
  expiresAt: string
  observedAt: string | null
  requestedAt: string
  traceparent: string | null
  /** For a text: the hash of the code in its link. */
  linkHash: string | null
  /** True for an email that is sent only if no push of the same event is accepted. */
  waitsForPush?: boolean
}

export type NewDeliveryAlert = {
  deliveryId: string
  alertId: string
  channel: Channel
  addressHash: string
  emailHash: string
  subscriptionId: string
  kind: ToldKind
  parkId: string
  parkName: string
  rideId: string
  rideName: string
  waitMinutes: number | null
  usualMinutes: number | null
  popularity: number | null
  thresholdMinutes: number
  message: string
  /** True for a text in whose favor the visitor's own mail was left out. */
  replacesMail: boolean
}

/**
 * Queues deliveries and wakes the senders. One that its source asked for before is passed over. One that a restore took back is in doubt:
 * its provider is asked first.
 */
export async function insertDeliveries(tx: Transaction, rows: NewDelivery[]): Promise<void> {
  if (rows.length === 0) return
  const named = rows.map((row) => ({
    ...row,
    traceparent:
      row.traceparent === null && currentTraceId() === null ? null : traceparentAfter(row.traceparent),
    reference: row.channel === 'email' ? createMailReference() : null,
    subject: subjectToKeep(row.content),
  }))
  await tx.execute(sql`
    insert into deliveries (id, source, source_id, subscription_id, user_id, list, email, channel, address, address_hash, park_id, content, subject,
                            expires_at, observed_at, requested_at, traceparent, link_hash, reference, not_before, state,
                            called_at, doubted_at, handed_at, doubts, last_error)
    select "id", "source", "sourceId", "subscriptionId", "userId", "list", "email", "channel", "address", "addressHash",
           "parkId", "content", "subject", "expiresAt", "observedAt", "requestedAt", "traceparent", "linkHash", "reference",
           case when "waitsForPush" then 'infinity' else now() end,
           case when is_lost then 'unknown' else 'queued' end, case when is_lost then "requestedAt" end, case when is_lost then now() end,
           case when is_lost then now() end, is_lost::int, case when is_lost then 'restored' end
    from jsonb_to_recordset(${asJsonb(named)}) as r(
      "id" uuid, "source" text, "sourceId" uuid, "subscriptionId" uuid, "userId" uuid, "list" text, "email" text, "channel" text,
      "address" text, "addressHash" text, "parkId" uuid, "content" jsonb, "subject" text, "expiresAt" timestamptz, "observedAt" timestamptz,
      "requestedAt" timestamptz, "traceparent" text, "linkHash" text, "reference" text, "waitsForPush" boolean)
    cross join lateral (
      select coalesce(not "waitsForPush", true) and ${isInLostSpan(sql`r."requestedAt"`)} as is_lost) as restored
    on conflict (source_id, channel, address_hash) do nothing`)
  wakeSenders(tx)
}

/**
 * Throws when one of the alerts was given to that address meanwhile, in a transaction that has just committed; the
 * next try then sees it.
 */
export async function insertDeliveryAlerts(tx: Transaction, rows: NewDeliveryAlert[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into delivery_alerts (delivery_id, alert_id, channel, address_hash, email_hash, subscription_id, kind, park_id,
                                 park_name, ride_id, ride_name, wait_minutes, usual_minutes, popularity, threshold_minutes, message, replaces_mail)
    select "deliveryId", "alertId", "channel", "addressHash", "emailHash", "subscriptionId", "kind", "parkId",
           "parkName", "rideId", "rideName", "waitMinutes", "usualMinutes", "popularity", "thresholdMinutes", "message", "replacesMail"
    from jsonb_to_recordset(${asJsonb(rows)}) as r(
      "deliveryId" uuid, "alertId" uuid, "channel" text, "addressHash" text, "emailHash" text,
      "subscriptionId" uuid, "kind" text, "parkId" uuid, "parkName" text, "rideId" uuid, "rideName" text, "waitMinutes" int,
      "usualMinutes" int, "popularity" real, "thresholdMinutes" int, "message" text, "replacesMail" boolean)`)
}

export type GivenAlert = { alertId: string; channel: Channel; addressHash: string; replacesMail: boolean }

/**
 * Lists those of these alerts that have a delivery, and its recipient. Each is looked up by itself. With the statistics of a quiet hour the
 * planner would read the whole table for each batch of a crowd.
 */
export async function listGivenAlerts(db: Queryable, alertIds: string[]): Promise<GivenAlert[]> {
  return db.execute<GivenAlert>(sql`
    select given.alert_id as "alertId", given.channel, given.address_hash as "addressHash",
      given.replaces_mail as "replacesMail"
    from unnest(${uuids(alertIds)}) as named(id)
    cross join lateral (select * from delivery_alerts a where a.alert_id = named.id offset 0) as given`)
}

/** A ride that a message has named, with what decides its place among others. */
export type NamedRide = {
  rideId: string
  rideName: string
  kind: ToldKind
  waitMinutes: number | null
  usualMinutes: number | null
  popularity: number
}

export type LinkedText = {
  email: string
  requestedAt: Date
  parkId: string
  /** None of a text that is about a park. */
  rides: NamedRide[]
}

/**
 * Finds the address and park of the text with this link, and when they were known. Returns `of-no-alert` for any other text, null for an
 * unknown link.
 */
export async function findTextOfLink(
  db: Queryable,
  linkHash: string,
): Promise<LinkedText | 'of-no-alert' | null> {
  const [text] = await db
    .select({
      id: deliveries.id,
      email: deliveries.email,
      requestedAt: deliveries.requestedAt,
      parkId: deliveries.parkId,
    })
    .from(deliveries)
    .where(eq(deliveries.linkHash, linkHash))
  if (!text) return null
  const { email, parkId } = text
  if (!email || !parkId) return 'of-no-alert'
  const rides = await db.execute<NamedRide>(
    sql`select ${NAMED_RIDE} from delivery_alerts where delivery_id = ${text.id}::uuid`,
  )
  return { email, parkId, requestedAt: text.requestedAt, rides }
}

const NAMED_RIDE = sql`ride_id as "rideId", ride_name as "rideName", kind, wait_minutes as "waitMinutes",
  usual_minutes as "usualMinutes", coalesce(popularity, 0) as popularity`

/** The rides that alerted a person of a short wait within so many minutes, by any way, each with its newest wait. */
export async function listShortAlerts(
  tx: Transaction,
  emailHash: string,
  minutes: number,
): Promise<(NamedRide & { alertId: string; parkId: string; waitMinutes: number })[]> {
  return tx.execute(sql`
    select distinct on (ride_id) alert_id as "alertId", park_id as "parkId", ${NAMED_RIDE}
    from delivery_alerts
    where email_hash = ${emailHash} and kind = 'short-wait' and wait_minutes is not null
      and created_at > now() - make_interval(mins => ${minutes})
    order by ride_id, created_at desc`)
}

/** Lists those of these notifications that have a delivery. */
export async function listKnownSources(tx: Transaction, sourceIds: string[]): Promise<Set<string>> {
  const rows = await tx.execute<{ sourceId: string }>(sql`
    select source_id as "sourceId" from deliveries where source_id = any(${uuids(sourceIds)})`)
  return new Set(rows.map(({ sourceId }) => sourceId))
}

/** The deliveries of letters that other services asked for. */
export async function listDeliveriesOfNotifications(
  tx: Transaction,
  notificationIds: string[],
): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from deliveries where source = 'notification' and source_id = any(${uuids(notificationIds)})`)
  return rows.map(({ id }) => id)
}

export function wakeSenders(tx: Transaction): void {
  wakeAfterCommit(tx, DELIVERIES_CHANNEL)
}
