import type { Queryable } from '@walkon/service/database'
import { uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import { limitAt } from '../alerts/ride-limits.ts'
import type { RideRow, SubscriptionRow } from '../../domain/subscription-view.ts'

/** The visitor's subscriptions, or the one with this id, of parks in the projection; the newest first. */
export async function listSubscriptions(
  db: Queryable,
  email: string,
  id?: string,
): Promise<SubscriptionRow[]> {
  return db.execute<SubscriptionRow>(sql`
    select s.id, s.park_id as "parkId", p.name as "parkName", p.timezone, s.active,
      s.all_rides_enabled as "allRidesEnabled", s.plan_since as "planSince",
      (select max(covered_until) from plans where s.plan_since is not null and email = s.email) as "coveredUntil"
    from subscriptions s join parks p on p.id = s.park_id
    where s.email = ${email} ${id ? sql`and s.id = ${id}` : sql``}
    order by s.created_at desc, s.id`)
}

/**
 * All rides of each subscription's park, watched or not, with the limits that fit them at this instant. An attraction that is no ride stays
 * where the visitor chose it by name.
 */
export async function listRides(db: Queryable, subscriptionIds: string[], now: Date): Promise<RideRow[]> {
  return db.execute<RideRow>(sql`
    select s.id as "subscriptionId", a.id as "rideId", a.name as "rideName", a.is_ride as "isRide",
      coalesce(w.active, false) as active, w.threshold_minutes as "thresholdMinutes",
      coalesce(w.fitted, false) as fits,
      ${limitAt(sql`l`, sql`${now.toISOString()}::timestamptz`, sql`p.timezone`)} as "fittedMinutes",
      coalesce(w.on_reopen, false) as "onReopen",
      case when resting.until > now() then resting.until end as "coolingUntil"
    from subscriptions s
    join parks p on p.id = s.park_id
    join attractions a on a.park_id = s.park_id and not a.retired
    left join ride_limits l on l.ride_id = a.id
    left join watches w on w.subscription_id = s.id and w.ride_id = a.id
    left join lateral (
      select greatest(w.cooldown_until, w.silent_until, s.snoozed_until) as until where w.active) as resting on true
    where s.id = any(${uuids(subscriptionIds)}) and (a.is_ride or (w.active and not s.watches_all))
    order by a.name, a.id`)
}
