import type { Channel } from '@walkon/contracts/values'
import type { Database } from '@walkon/service/database'
import { sql } from 'drizzle-orm'
import type { DeliveryContent } from '../domain/content.ts'
import { announce, moved, type MovedDelivery } from './moves.ts'

/**
 * Taking deliveries into one's hands. What is claimed is committed before the provider is called, and the owner
 * is new with every claim, so whatever an earlier holder still has to say about a refusal comes too late.
 * The database's clock decides everything here.
 */
export type Claim = { channel: Channel; owner: string; limit: number; leaseSeconds: number }

export type ClaimedDelivery = {
  id: string
  address: string
  email: string | null
  content: DeliveryContent
  attemptNo: number
  /** The address has unsubscribed; only messages that it asked for itself reach it. */
  isUnsubscribed: boolean
}

type ClaimRow = MovedDelivery & Omit<ClaimedDelivery, 'id' | 'content'> & { content: DeliveryContent | null }

/**
 * The next queued deliveries as `sending`. Those that came too late or whose address is suppressed end here
 * instead: suppression is looked at again before every attempt.
 */
export async function claimQueued(
  db: Database,
  { channel, owner, limit, leaseSeconds }: Claim,
): Promise<{ claimed: ClaimedDelivery[]; ended: MovedDelivery[] }> {
  return db.transaction(async (tx) => {
    const rows = await tx.execute<ClaimRow>(sql`
      with due as (
        select id, source, channel, address_hash, expires_at from deliveries
        where state = 'queued' and channel = ${channel} and not_before <= now()
        order by not_before limit ${limit} for update skip locked),
      judged as (
        select due.id, s.is_unsubscribed, case
          when due.expires_at <= now() then 'expired'
          when s.dead_reason is not null or (s.is_unsubscribed and due.source = 'alert') then 'suppressed'
          else 'sending' end as verdict,
          coalesce(s.dead_reason, 'unsubscribed') as suppressed_by
        from due, lateral (
          select min(reason) filter (where reason <> 'unsubscribed') as dead_reason,
                 coalesce(bool_or(reason = 'unsubscribed'), false) as is_unsubscribed
          from suppressions where channel = due.channel and address_hash = due.address_hash) s)
      update deliveries d set
        state = j.verdict,
        lease_owner = case j.verdict when 'sending' then ${owner}::uuid end,
        lease_until = case j.verdict when 'sending' then now() + make_interval(secs => ${leaseSeconds}) end,
        attempt_no = d.attempt_no + (j.verdict = 'sending')::int,
        called_at = case j.verdict when 'sending' then now() else d.called_at end,
        last_error = case j.verdict when 'sending' then d.last_error when 'expired' then coalesce(d.last_error, 'expired')
                     else j.suppressed_by end,
        content = case j.verdict when 'sending' then d.content end,
        updated_at = now()
      from judged j where j.id = d.id
      returning ${moved}, d.address, d.email, d.content, d.attempt_no as "attemptNo",
        j.is_unsubscribed as "isUnsubscribed"`)
    const ended = rows.filter(({ state }) => state !== 'sending')
    await announce(tx, ended)
    return { claimed: rows.filter(({ state }) => state === 'sending').map(withContent), ended }
  })
}

function withContent(row: ClaimRow): ClaimedDelivery {
  if (!row.content) throw new Error(`Delivery ${row.id} has nothing to say`)
  return { ...row, content: row.content }
}

/** Deliveries whose sender has not been heard of for a lease: nobody knows whether they went out. */
export async function releaseDeadLeases(
  db: Database,
  lookupSeconds: number,
  limit = 500,
): Promise<MovedDelivery[]> {
  return db.execute<MovedDelivery>(sql`
    update deliveries d set state = 'unknown', lease_owner = null, lease_until = null, last_error = 'sender-died',
      not_before = now() + make_interval(secs => ${lookupSeconds}), updated_at = now()
    where d.id = any(array(
      select id from deliveries where state = 'sending' and lease_until < now()
      order by lease_until limit ${limit} for update skip locked))
    returning ${moved}`)
}

export type UnknownDelivery = { id: string; address: string; kind: DeliveryContent['kind']; calledAt: string }

/**
 * Deliveries whose provider is to be asked. Each is out of reach of other askers for a look-up wait, after which it is
 * asked about again if no answer was recorded.
 */
export async function claimUnknown(
  db: Database,
  { channel, owner, limit, leaseSeconds, lookupSeconds }: Claim & { lookupSeconds: number },
): Promise<UnknownDelivery[]> {
  return db.execute<UnknownDelivery>(sql`
    update deliveries d set lease_owner = ${owner}::uuid, lease_until = now() + make_interval(secs => ${leaseSeconds}),
      not_before = now() + make_interval(secs => ${lookupSeconds}), updated_at = now()
    where d.id = any(array(
      select id from deliveries where state = 'unknown' and channel = ${channel} and not_before <= now()
      order by not_before limit ${limit} for update skip locked))
    returning d.id, d.address, d.content ->> 'kind' as kind, d.called_at as "calledAt"`)
}
