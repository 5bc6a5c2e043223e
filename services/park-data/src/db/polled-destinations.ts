import type { Queryable } from '@walkon/service/database'
import { sql } from 'drizzle-orm'

/** The destinations that the feed lists, with the last reading of any of their parks, the oldest first. */
export const listPolledDestinations = (db: Queryable) =>
  db.execute<{ destinationId: string; name: string; readAt: string | null }>(sql`
    select d.id as "destinationId", d.name, max(r.read_at) as "readAt"
    from destinations d
      join parks p on p.destination_id = d.id and not p.retired
      left join park_readings r on r.park_id = p.id
    where not d.retired
    group by d.id
    order by max(r.read_at) nulls first, d.name`)
