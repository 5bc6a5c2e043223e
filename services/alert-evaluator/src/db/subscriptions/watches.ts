import type { WatchChoice } from '@walkon/contracts/http/alerts'
import { MIN_THRESHOLD_MINUTES } from '@walkon/contracts/values'
import type { Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql, type SQL } from 'drizzle-orm'

/** Subscriptions of which no ride is watched watch them all, those that open later too. Returns these subscriptions. */
export async function watchAllWhereNothingIsChosen(
  tx: Transaction,
  subscriptionIds: string[],
  defaultThresholdMinutes: number,
): Promise<string[]> {
  const all = await tx.execute<{ id: string }>(sql`
    update subscriptions s set watches_all = true
    where id = any(${uuids(subscriptionIds)})
      and not exists (select from watches w where w.subscription_id = s.id and w.active)
    returning id`)
  const ids = all.map(({ id }) => id)
  await tx.execute(sql`
    update watches w set active = true
    from attractions a where a.id = w.ride_id and a.is_ride and w.subscription_id = any(${uuids(ids)})`)
  await tx.execute(sql`
    insert into watches (subscription_id, ride_id, threshold_minutes)
    select s.id, a.id, ${defaultThresholdMinutes}::int
    from subscriptions s join attractions a on a.park_id = s.park_id
    where s.id = any(${uuids(ids)}) and not a.retired and a.is_ride
    on conflict do nothing`)
  return ids
}

/**
 * A ride that opens, or posts its first wait, is watched by everybody who watches all of its park. Locks their subscriptions, because the windows are read from them.
 */
export async function watchNewRides(
  tx: Transaction,
  rideIds: string[],
  defaultThresholdMinutes: number,
): Promise<void> {
  await tx.execute(sql`
    insert into watches (subscription_id, ride_id, threshold_minutes, next_alert_at, open_until)
    select s.id, a.id, ${defaultThresholdMinutes}::int,
      case when s.active then greatest(s.opens_at, s.snoozed_until) end, case when s.active then s.open_until end
    from attractions a join subscriptions s on s.park_id = a.park_id
    where a.id = any(${uuids(rideIds)}) and s.watches_all
    order by s.id, a.id for share of s
    on conflict (subscription_id, ride_id) do update
      set active = true, open_until = excluded.open_until,
        next_alert_at = case when excluded.next_alert_at is not null
          then greatest(excluded.next_alert_at, watches.cooldown_until, watches.silent_until) end
      where not watches.active`)
}

/** Lists those of these rides that the park does not have. */
export async function listUnknownRides(
  tx: Transaction,
  parkId: string,
  rideIds: string[],
): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from unnest(${uuids(rideIds)}) as r(id)
    where not exists (select from attractions a where a.id = r.id and a.park_id = ${parkId})`)
  return rows.map(({ id }) => id)
}

/** Saves the whole choice: a ride that is not named is not watched. Fields that a choice leaves open stay. */
export async function saveChoices(
  tx: Transaction,
  subscriptionId: string,
  choices: WatchChoice[],
  defaultThresholdMinutes: number,
): Promise<void> {
  const chosen = sql`jsonb_to_recordset(${asJsonb(choices)})
    as c("rideId" uuid, active boolean, "thresholdMinutes" int, "limit" text, "onReopen" boolean)`
  // A fitted limit allows the least wait at any hour. A choice without limit and minutes leaves both as they were.
  const minutes = sql`case when c."limit" = 'fit' then ${MIN_THRESHOLD_MINUTES}::int else c."thresholdMinutes" end`
  const fitted = sql`case when c."limit" = 'fit' then true when c."thresholdMinutes" is not null then false end`
  const choice = (value: SQL) => sql`(select ${value} from ${chosen} where c."rideId" = excluded.ride_id)`
  await tx.execute(sql`
    with not_named as (
      update watches set active = false
      where subscription_id = ${subscriptionId} and active and ride_id not in (select "rideId" from ${chosen}))
    insert into watches as w (subscription_id, ride_id, active, threshold_minutes, fitted, on_reopen)
    select ${subscriptionId}::uuid, "rideId", active, coalesce(${minutes}, ${defaultThresholdMinutes}::int),
      coalesce(${fitted}, false), coalesce("onReopen", false)
    from ${chosen}
    on conflict (subscription_id, ride_id) do update set active = excluded.active,
      threshold_minutes = coalesce(${choice(minutes)}, w.threshold_minutes),
      fitted = coalesce(${choice(fitted)}, w.fitted),
      on_reopen = coalesce(${choice(sql`c."onReopen"`)}, w.on_reopen)`)
  await tx.execute(sql`
    update subscriptions s set watches_all = not exists (
      select from attractions a
      where a.park_id = s.park_id and not a.retired and a.is_ride and not exists (
        select from watches w where w.subscription_id = s.id and w.ride_id = a.id and w.active))
    where id = ${subscriptionId}`)
}
