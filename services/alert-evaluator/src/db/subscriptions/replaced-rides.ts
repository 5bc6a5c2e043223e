import type { Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

export type ReplacedRide = { parkId: string; oldId: string; newId: string }

/**
 * A ride has another id: its watches go along, with limit, cooldown and silence, and so does the limit that fits it. A watch of the new id that
 * a visitor has already stays, and the old one is deleted. Applied again it finds nothing.
 */
export async function moveWatches(tx: Transaction, replaced: ReplacedRide[]): Promise<void> {
  if (replaced.length === 0) return
  const rides = sql`jsonb_to_recordset(${asJsonb(replaced)}) as r("parkId" uuid, "oldId" uuid, "newId" uuid)`
  const moving = sql`
    select w.subscription_id, w.ride_id, r."newId" as new_id
    from ${rides} join subscriptions s on s.park_id = r."parkId"
    join watches w on w.subscription_id = s.id and w.ride_id = r."oldId"
    order by w.subscription_id, w.ride_id for update of w`
  await tx.execute(sql`
    with moving as materialized (${moving})
    delete from watches w using moving m
    where (w.subscription_id, w.ride_id) = (m.subscription_id, m.ride_id) and exists (
      select from watches n where (n.subscription_id, n.ride_id) = (m.subscription_id, m.new_id))`)
  await tx.execute(sql`
    with moving as materialized (${moving})
    update watches w set ride_id = m.new_id from moving m
    where (w.subscription_id, w.ride_id) = (m.subscription_id, m.ride_id)`)
  await tx.execute(sql`
    update ride_limits l set ride_id = r."newId" from ${rides}
    where l.ride_id = r."oldId" and not exists (select from ride_limits n where n.ride_id = r."newId")`)
}
