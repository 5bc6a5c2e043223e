import type { Channel, MailList } from '@walkon/contracts/values'
import type { LeasedCall } from '@walkon/runtime/provider-calls'
import type { Lease, UnknownCall } from '@walkon/runtime/provider-lookups'
import type { Queryable, Transaction } from '@walkon/service/database'
import { sql } from 'drizzle-orm'
import type { DeliveryContent, RideAlerts } from '../../domain/content.ts'
import type { DeliverySource } from '../../domain/delivery-source.ts'
import type { SuppressionReason } from '../../domain/suppression-scope.ts'
import type { PushDevice } from '../push/devices.ts'
import type { UnsentText } from '../texts/failed-texts.ts'
import { findsInOrderOfIndex, literal, readInOrderOfIndex } from './index-order.ts'
import { LOST_ITS_NUMBER, NUMBER_REMOVED } from '../plans/plan-numbers.ts'
import { IS_STOP_ANSWER, SCOPE_OF_LIST } from '../suppressions/suppressions.ts'
import { transition, type Transition } from './transitions.ts'

/** Leases of deliveries. The database's clock decides everything here. */

export type LeasedDelivery = LeasedCall & {
  address: string
  email: string | null
  content: DeliveryContent
  expiresAt: string
  /** When this attempt was leased, right before the call. */
  calledAt: string
  /** When the address was known to be the visitor's: no link of the message speaks for a later one. */
  requestedAt: string
  source: DeliverySource
  /** The list that a letter belongs to. */
  list: MailList | null
  /** Why nothing of the message's list goes to the address, or null. A letter that was asked for goes all the same. */
  stoppedBy: SuppressionReason | null
  /** The reference in an email's foot for support; null for one of an earlier release. */
  reference: string | null
  /** For a push: its browser. */
  device: PushDevice | null
  /** The provider's id of the text that failed and in whose place this one goes. */
  retryOf: string | null
}

/** True if a delivery is due. An idle sender so makes no transaction, and at a rate no lock, which is a commit to disk. */
export const hasDue = (db: Queryable, channel: Channel): Promise<boolean> =>
  findsInOrderOfIndex(
    db,
    sql`select from deliveries where state = 'queued' and channel = ${literal(channel)} and not_before <= now()
      order by not_before limit 1`,
  )

type LeaseRow = Transition &
  Omit<LeasedDelivery, 'id' | 'content'> & { content: DeliveryContent | null; unsent: RideAlerts | null }

/** The scope of the list that a message is about: its own, or that of the request which it answers. */
const SCOPE_ABOUT = sql`coalesce(${SCOPE_OF_LIST}, nullif(d.content->'whenUnsubscribed'->>'list', 'ride-alerts'), 'alerts')`

/**
 * Leases the next queued deliveries as `sending`. Late ones, and those to a suppressed address, end here instead. Suppression, the device
 * and the plan's number are checked again before every attempt. `unsent` are the texts of alerts among them. A suppression of one list lets
 * other lists and letters pass, and STOP its own answer. Judged once: the planner would copy the judgment to each column that it decides.
 */
export async function leaseQueued(
  tx: Transaction,
  channel: Channel,
  { owner, limit, leaseSeconds }: Lease,
): Promise<{ leased: LeasedDelivery[]; transitions: Transition[]; unsent: UnsentText[] }> {
  await readInOrderOfIndex(tx)
  const rows = await tx.execute<LeaseRow>(sql`
    with due as (
      select d.id, d.source, d.channel, d.address, d.address_hash, d.expires_at, d.content, ${IS_STOP_ANSWER} as answers_stop,
        ${SCOPE_OF_LIST} as scope, ${SCOPE_ABOUT} as about,
        ${LOST_ITS_NUMBER} as lost_its_number from deliveries d
      where d.state = 'queued' and d.channel = ${channel} and d.not_before <= now()
      order by d.not_before limit ${limit} for update skip locked),
    judged as materialized (
      select due.id, due.content as words, s.stopped_by, case
        when due.expires_at <= now() then 'expired'
        when s.suppressed_by is not null then 'suppressed'
        when due.lost_its_number then 'suppressed'
        when due.channel = 'push' and not exists (
          select from push_devices p
          where p.id = due.address::uuid and (p.expires_at is null or p.expires_at > now())) then 'suppressed'
        else 'sending' end as verdict,
        coalesce(s.suppressed_by, case when due.lost_its_number then ${NUMBER_REMOVED} else 'device-removed' end) as suppressed_by
      from due, lateral (
        select min(reason) filter (
                 where scope in ('all', due.scope) and not (due.answers_stop and reason = 'unsubscribed')) as suppressed_by,
               coalesce(min(reason) filter (where reason = 'complained' and scope in ('all', due.about)),
                        min(reason) filter (where scope in ('all', due.about))) as stopped_by
        from suppressions where channel = due.channel and address_hash = due.address_hash) s)
    update deliveries d set
      state = j.verdict,
      lease_owner = case j.verdict when 'sending' then ${owner}::uuid end,
      lease_until = case j.verdict when 'sending' then now() + make_interval(secs => ${leaseSeconds}) end,
      attempt_no = d.attempt_no + (j.verdict = 'sending')::int,
      called_at = case j.verdict when 'sending' then now() else d.called_at end,
      handed_at = case j.verdict when 'sending' then null else d.handed_at end,
      last_error = case j.verdict when 'sending' then d.last_error when 'expired' then coalesce(d.last_error, 'expired')
                   else j.suppressed_by end,
      content = case j.verdict when 'sending' then d.content end,
      updated_at = now()
    from judged j where j.id = d.id
    returning ${transition}, d.address, d.email, d.content, d.attempt_no as "attemptNo",
      d.expires_at as "expiresAt", d.requested_at as "requestedAt", d.called_at as "calledAt", d.source, d.list,
      d.retry_of as "retryOf", d.reference, j.stopped_by as "stoppedBy",
      case when d.channel = 'sms' and d.source = 'alert' and j.verdict = 'suppressed' then j.words end as unsent,
      case d.channel when 'push' then (
        select jsonb_build_object('id', p.id, 'isProven', p.last_accepted_at is not null, 'endpoint', p.endpoint,
          'endpointHash', p.endpoint_hash, 'p256dh', p.p256dh, 'auth', p.auth)
        from push_devices p where p.id = d.address::uuid) end as device`)
  return {
    leased: rows.filter(({ state }) => state === 'sending').map(withContent),
    transitions: rows,
    unsent: rows.flatMap(({ id, unsent }) => (unsent ? [{ id, content: unsent }] : [])),
  }
}

function withContent(row: LeaseRow): LeasedDelivery {
  if (!row.content) throw new Error(`Delivery ${row.id} has nothing to say`)
  return { ...row, content: row.content }
}

/** True if the lease of a delivery has lapsed. Asked first, as `hasDue` is. */
export const hasLapsed = (db: Queryable, channel: Channel): Promise<boolean> =>
  findsInOrderOfIndex(
    db,
    sql`select from deliveries where state = 'sending' and channel = ${literal(channel)} and lease_until < now()
      order by lease_until limit 1`,
  )

/** Deliveries whose lease has lapsed become `unknown`: their sender may have died before or after the call. */
export async function markLapsed(
  tx: Transaction,
  channel: Channel,
  askSeconds: number,
  limit = 500,
): Promise<Transition[]> {
  await readInOrderOfIndex(tx)
  return tx.execute<Transition>(sql`
    update deliveries d set state = 'unknown', lease_owner = null, lease_until = null, last_error = 'sender-died',
      doubted_at = now(), doubts = doubts + 1, not_before = now() + make_interval(secs => ${askSeconds}), updated_at = now()
    where d.id = any(array(
      select id from deliveries where state = 'sending' and channel = ${channel} and lease_until < now()
      order by lease_until limit ${limit} for update skip locked))
    returning ${transition}`)
}

export type UnknownDelivery = UnknownCall & {
  address: string
  calledAt: string
  attemptNo: number
  source: DeliverySource
  list: MailList | null
  retryOf: string | null
  /** When the handing over of the attempt in doubt began; null where it had not, or is not recorded. */
  handedAt: string | null
  /** Counts from 1, the present doubt included. */
  doubts: number
}

/**
 * Deliveries whose provider is to be asked. Each is out of reach of other askers until the lease ends, after which it is
 * asked about again if no answer was recorded.
 */
export async function leaseUnknown(
  db: Queryable,
  channel: Channel,
  { owner, limit, leaseSeconds }: Lease,
): Promise<UnknownDelivery[]> {
  return db.execute<UnknownDelivery>(sql`
    update deliveries d set lease_owner = ${owner}::uuid, lease_until = now() + make_interval(secs => ${leaseSeconds}),
      not_before = now() + make_interval(secs => ${leaseSeconds}), updated_at = now()
    where d.id = any(array(
      select id from deliveries where state = 'unknown' and channel = ${channel} and not_before <= now()
      order by not_before limit ${limit} for update skip locked))
    returning d.id, d.address, d.source, d.list, d.attempt_no as "attemptNo", d.called_at as "calledAt", d.retry_of as "retryOf",
      d.handed_at as "handedAt", d.doubts,
      greatest(d.doubted_at, d.called_at) as "doubtedAt",
      extract(epoch from now() - greatest(d.doubted_at, d.called_at))::float8 as "doubtSeconds"`)
}
