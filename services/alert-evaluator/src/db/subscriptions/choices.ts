import type { NewWatch } from '@walkon/contracts/new-watches'
import { MIN_THRESHOLD_MINUTES } from '@walkon/contracts/values'
import type { Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

/** Rides that came with an order or with a plan's park, for the subscription that they are chosen in. */
export type Choice = { subscriptionId: string; watches: NewWatch[] }

/**
 * Lists the unchosen among these subscriptions: they watch no ride, or all rides by a choice that no running pass or plan carries. The new
 * passes, and a plan that was joined in this transaction, bring the choice and do not count.
 */
export async function listUnchosen(
  tx: Transaction,
  subscriptionIds: string[],
  newPassIds: string[],
): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select s.id from subscriptions s
    where s.id = any(${uuids(subscriptionIds)}) and (
      not exists (select from watches w where w.subscription_id = s.id and w.active)
      or s.watches_all
        and not exists (
          select from passes p join pass_windows d on d.pass_id = p.id
          where p.subscription_id = s.id and p.id <> all(${uuids(newPassIds)}) and d.ends_at > now())
        and not exists (
          select from plans plan
          where s.plan_since < now() and plan.email = s.email and plan.covered_until > now()))`)
  return rows.map(({ id }) => id)
}

/** Takes back the default of all rides, so that a choice begins with none. Limits stay. */
export async function clearChoices(tx: Transaction, subscriptionIds: string[]): Promise<void> {
  const ids = uuids(subscriptionIds)
  await tx.execute(sql`update watches set active = false where subscription_id = any(${ids}) and active`)
  await tx.execute(sql`update subscriptions set watches_all = false where id = any(${ids})`)
}

/**
 * Watches these rides, with the limits that came with them, beside those that are watched. Rides of another park are left out. A park that is
 * not known yet takes them all: their catalogue comes later.
 */
export async function addChoices(
  tx: Transaction,
  choices: Choice[],
  defaultThresholdMinutes: number,
): Promise<void> {
  const rows = choices.flatMap(({ subscriptionId, watches }) =>
    watches.map(({ rideId, thresholdMinutes, limit, onReopen }) => ({
      subscriptionId,
      rideId,
      // A fitted limit allows the least wait at any hour.
      minutes: limit === 'fit' ? MIN_THRESHOLD_MINUTES : thresholdMinutes,
      fitted: limit === 'fit' ? true : thresholdMinutes === undefined ? undefined : false,
      onReopen,
    })),
  )
  const chosen = sql`
    select distinct on (s.id, c."rideId") s.id as subscription_id, c."rideId" as ride_id, c.minutes, c.fitted, c."onReopen" as on_reopen
    from jsonb_to_recordset(${asJsonb(rows)})
      as c("subscriptionId" uuid, "rideId" uuid, minutes int, fitted boolean, "onReopen" boolean)
    join subscriptions s on s.id = c."subscriptionId"
    where not exists (select from attractions a where a.id = c."rideId" and a.park_id <> s.park_id)
    order by s.id, c."rideId"`
  await tx.execute(sql`
    update watches w set active = true, threshold_minutes = coalesce(c.minutes, w.threshold_minutes),
      fitted = coalesce(c.fitted, w.fitted), on_reopen = coalesce(c.on_reopen, w.on_reopen)
    from (${chosen}) as c
    where w.subscription_id = c.subscription_id and w.ride_id = c.ride_id`)
  await tx.execute(sql`
    insert into watches (subscription_id, ride_id, threshold_minutes, fitted, on_reopen)
    select subscription_id, ride_id, coalesce(minutes, ${defaultThresholdMinutes}::int), coalesce(fitted, false),
      coalesce(on_reopen, false)
    from (${chosen}) as c
    on conflict do nothing`)
}

/** Subscriptions whose choice names every ride of the park watch those that open later too. */
export async function saveWhetherAllAreChosen(tx: Transaction, subscriptionIds: string[]): Promise<void> {
  await tx.execute(sql`
    update subscriptions s set watches_all = true
    where s.id = any(${uuids(subscriptionIds)}) and not s.watches_all
      and exists (select from attractions a where a.park_id = s.park_id and not a.retired and a.is_ride)
      and not exists (
        select from attractions a
        where a.park_id = s.park_id and not a.retired and a.is_ride and not exists (
          select from watches w where w.subscription_id = s.id and w.ride_id = a.id and w.active))`)
}
