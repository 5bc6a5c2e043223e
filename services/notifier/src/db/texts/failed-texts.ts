import type { Queryable, Transaction } from '@walkon/service/database'
import { uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import type { RideAlerts } from '../../domain/content.ts'
import type { NewDeliveryAlert } from '../deliveries/deliveries.ts'
import { findsInOrderOfIndex, readInOrderOfIndex } from '../deliveries/index-order.ts'
import { IS_OF_PLAN } from '../plans/plan-numbers.ts'
import { transition, type Transition } from '../deliveries/transitions.ts'

/** Texts that do not arrive, because the provider could not deliver them or may not be asked any more, and the mails in their place. */

export type FailedDelivery = {
  id: string
  source: 'alert' | 'notification'
  /** Null once its words are forgotten. */
  content: RideAlerts | null
  hasBeenRetried: boolean
  /** Until its alerts are of no use any more, or go by email. */
  secondsLeft: number
}

/**
 * Locks the delivery of a text that the provider says has failed. Null if that text failed before, if the delivery arrived as far as the
 * provider told, or if another text of the delivery was accepted. A text whose call timed out can fail after its repetition was accepted.
 */
export async function lockFailed(
  tx: Transaction,
  {
    deliveryId,
    providerId,
    fallbackSeconds,
  }: { deliveryId: string; providerId: string; fallbackSeconds: number },
): Promise<FailedDelivery | null> {
  const [row] = await tx.execute<FailedDelivery>(sql`
    select id, source, content, retry_of is not null as "hasBeenRetried",
      extract(epoch from least(expires_at, created_at + make_interval(secs => ${fallbackSeconds})) - now())::float8 as "secondsLeft"
    from deliveries
    where id = ${deliveryId}::uuid and channel = 'sms' and state not in ('delivered', 'bounced', 'suppressed')
      and retry_of is distinct from ${providerId} and coalesce(provider_id, ${providerId}) = ${providerId}
    for update`)
  return row ?? null
}

/** Queues a second text in place of the one that failed, to be sent after the wait. */
export async function queueRetry(
  tx: Transaction,
  deliveryId: string,
  { providerId, reason, delaySeconds }: { providerId: string; reason: string; delaySeconds: number },
): Promise<Transition[]> {
  return tx.execute<Transition>(sql`
    update deliveries d set state = 'queued', retry_of = ${providerId}, provider_id = null, last_error = ${reason},
      not_before = now() + make_interval(secs => ${delaySeconds}), lease_owner = null, lease_until = null, updated_at = now()
    where d.id = ${deliveryId}::uuid
    returning ${transition}`)
}

/** A text of alerts that was queued, and what it would have said. */
export type UnsentText = { id: string; content: RideAlerts }

/** Locks the texts of a visitor's plan that are queued for a number. */
export async function lockPlanTexts(
  tx: Transaction,
  { emailHash, numberHash }: { emailHash: string; numberHash: string },
): Promise<UnsentText[]> {
  return tx.execute<UnsentText>(sql`
    select d.id, d.content from deliveries d
    where d.channel = 'sms' and d.state = 'queued' and d.address_hash = ${numberHash} and ${IS_OF_PLAN}
      and exists (select from delivery_alerts a where a.delivery_id = d.id and a.email_hash = ${emailHash})
    order by d.id for update`)
}

/** Queued alert texts that were asked for so long ago, the oldest first, of all recipients. */
const textsOlderThan = (seconds: number) => sql`
  from deliveries
  where channel = 'sms' and source = 'alert' and state = 'queued' and content is not null
    and created_at <= now() - make_interval(secs => ${sql.raw(String(seconds))}) and expires_at > now()
  order by created_at`

/** Asked first, so that a loop that finds none makes no transaction. */
export const hasTextsOlderThan = (db: Queryable, seconds: number): Promise<boolean> =>
  findsInOrderOfIndex(db, sql`select ${textsOlderThan(seconds)} limit 1`)

export async function lockTextsOlderThan(
  tx: Transaction,
  { seconds, limit }: { seconds: number; limit: number },
): Promise<UnsentText[]> {
  await readInOrderOfIndex(tx)
  return tx.execute<UnsentText>(sql`
    select id, content ${textsOlderThan(seconds)} limit ${limit} for update skip locked`)
}

/** Texts that were queued and may not be sent any more end as `suppressed`. */
export async function endTexts(tx: Transaction, texts: UnsentText[], reason: string): Promise<Transition[]> {
  return tx.execute<Transition>(sql`
    update deliveries d set state = 'suppressed', last_error = ${reason}, content = null, updated_at = now()
    where d.id = any(${uuids(texts.map(({ id }) => id))})
    returning ${transition}`)
}

/** The fields that a mail takes over from the text in whose place it goes. */
export type ReplacedText = {
  subscriptionId: string | null
  email: string
  parkId: string | null
  expiresAt: string
  observedAt: string | null
  requestedAt: string
  traceparent: string | null
}

/** Null once its alerts are of no use any more. */
export async function findReplaced(tx: Transaction, deliveryId: string): Promise<ReplacedText | null> {
  const [row] = await tx.execute<ReplacedText>(sql`
    select subscription_id as "subscriptionId", email, park_id as "parkId", expires_at as "expiresAt",
      observed_at as "observedAt", requested_at as "requestedAt", traceparent
    from deliveries
    where id = ${deliveryId}::uuid and source = 'alert' and email is not null and expires_at > now()`)
  return row ?? null
}

/**
 * The alerts of a text that were not mailed to anyone. Where the text went in place of the visitor's own mail, a mail to another
 * mailbox is no mail to the visitor.
 */
export async function listUnmailedAlerts(tx: Transaction, deliveryId: string): Promise<NewDeliveryAlert[]> {
  return tx.execute<NewDeliveryAlert>(sql`
    select delivery_id as "deliveryId", alert_id as "alertId", channel, address_hash as "addressHash",
      email_hash as "emailHash", subscription_id as "subscriptionId", kind, park_id as "parkId", park_name as "parkName",
      ride_id as "rideId", ride_name as "rideName", wait_minutes as "waitMinutes",
      usual_minutes as "usualMinutes", popularity, threshold_minutes as "thresholdMinutes", message, false as "replacesMail"
    from delivery_alerts a
    where delivery_id = ${deliveryId}::uuid and not exists (
      select from delivery_alerts m where m.alert_id = a.alert_id and m.channel = 'email'
        and (m.address_hash = a.email_hash or not a.replaces_mail))`)
}

/** Forgets the words of texts whose alerts are of no use any more, and of answers a day old. True if there may be more. */
export async function forgetKeptWords(tx: Transaction, limit: number): Promise<boolean> {
  const [row] = await tx.execute<{ ids: string[] }>(sql`
    select array(
      select id from deliveries where state = 'accepted' and content is not null and expires_at <= now()
        and (source = 'alert' or created_at <= now() - interval '1 day')
      order by expires_at limit ${limit} for update skip locked) as ids`)
  const ids = row?.ids ?? []
  await tx.execute(
    sql`update deliveries set content = null, updated_at = now() where id = any(${uuids(ids)})`,
  )
  return ids.length === limit
}
