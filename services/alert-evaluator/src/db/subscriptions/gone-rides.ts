import type { Transaction } from '@walkon/service/database'
import { uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

/** Watched rides of one park that the feed does not list any more. */
export type GoneRides = {
  subscriptionId: string
  email: string
  parkId: string
  parkName: string
  timezone: string
  /** By name. */
  rides: { rideId: string; name: string }[]
  /** How many rides of the park the visitor still watches. */
  watchedCount: number
}

/** Lists visitors who chose these rides by name and are covered now or later. A visitor of all rides has lost no choice. */
export const listGoneRides = (tx: Transaction, rideIds: string[]): Promise<GoneRides[]> =>
  tx.execute<GoneRides>(sql`
    select s.id as "subscriptionId", s.email, s.park_id as "parkId", park.name as "parkName", park.timezone,
      jsonb_agg(jsonb_build_object('rideId', a.id, 'name', a.name) order by a.name, a.id) as rides,
      (select count(*)::int from watches left_over join attractions other on other.id = left_over.ride_id
        where left_over.subscription_id = s.id and left_over.active and not other.retired and other.is_ride) as "watchedCount"
    from attractions a
    join subscriptions s on s.park_id = a.park_id and s.active and not s.watches_all
    join watches w on (w.subscription_id, w.ride_id) = (s.id, a.id) and w.active
    join parks park on park.id = s.park_id
    where a.id = any(${uuids(rideIds)}) and (
      exists (select from passes p where p.subscription_id = s.id and p.ended_at is null and p.ends_at > now())
      or (s.plan_since is not null and exists (
        select from plans where plans.email = s.email and plans.covered_until > now())))
    group by s.id, park.id
    order by s.id`)
