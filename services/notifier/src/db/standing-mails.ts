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
