import type { Queryable } from '@walkon/service/database'
import { sql } from 'drizzle-orm'

/**
 * The oldest mail that has waited for so long and after which none was accepted, with the code of its last fault. Null while mails go out,
 * however many wait for their turn.
 */
export async function findStandingMail(
  db: Queryable,
  waitSeconds: number,
): Promise<{ since: Date; reason: string | null } | null> {
  const [found] = await db.execute<{ since: string; reason: string | null }>(sql`
    select d.created_at as since, d.last_error as reason from deliveries d
    where d.state in ('queued', 'sending', 'unknown') and d.channel = 'email' and d.not_before < 'infinity'
      and d.created_at < now() - make_interval(secs => ${waitSeconds})
      and not exists (select from deliveries a where a.channel = 'email' and a.accepted_at > d.created_at)
    order by d.created_at limit 1`)
  return found ? { since: new Date(found.since), reason: found.reason } : null
}

/**
 * The mails whose hand-over has had no answer since a mail was last accepted: how many doubts, and since when. A mail server that takes
 * mails and never answers leaves none waiting.
 */
export async function findUnansweredMails(db: Queryable): Promise<{ doubts: number; since: Date | null }> {
  const [found] = await db.execute<{ doubts: number; since: string | null }>(sql`
    select coalesce(sum(d.doubts), 0)::int as doubts, min(d.called_at) as since from deliveries d
    where d.channel = 'email' and d.doubts > 0 and d.accepted_at is null
      and d.called_at > coalesce(
        (select max(a.accepted_at) from deliveries a where a.channel = 'email'), '-infinity'::timestamptz)`)
  const since = found?.since ? new Date(found.since) : null
  return { doubts: found?.doubts ?? 0, since }
}
