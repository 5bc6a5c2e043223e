import { lockOfThing } from '@walkon/service/advisory-locks'
import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { eq, sql } from 'drizzle-orm'
import type { QuietHours, QuietTimes } from '../../domain/quiet-times.ts'
import { alertPreferences } from '../schema.ts'

/**
 * A change of preferences has all subscriptions of the visitor follow it: its lock is exclusive. A transaction that gives an address a
 * subscription takes the lock shared, before those of parks and subscriptions. Without it, the two would each miss the rows of the other.
 */
export async function lockVisitors(
  tx: Transaction,
  emails: string[],
  mode: 'shared' | 'exclusive',
): Promise<void> {
  const lock = mode === 'shared' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`
  await tx.execute(sql`
    select ${lock}(${lockOfThing(sql`'visitor ' || email`)})
    from (select distinct jsonb_array_elements_text(${asJsonb(emails)}) as email order by email) as visitor`)
}

const oneOf = (texts: string[]) => sql`select jsonb_array_elements_text(${asJsonb(texts)})`

export async function findPreferences(db: Queryable, email: string): Promise<QuietTimes | null> {
  const [row] = await db.select().from(alertPreferences).where(eq(alertPreferences.email, email))
  if (!row) return null
  const { quietFrom, quietUntil, pausedAt } = row
  return {
    quietHours:
      quietFrom && quietUntil ? { from: toClockTime(quietFrom), until: toClockTime(quietUntil) } : null,
    pausedAt,
  }
}

/** PostgreSQL writes the seconds too. */
const toClockTime = (time: string) => time.slice(0, 5)

export async function saveQuietHours(
  tx: Transaction,
  email: string,
  quietHours: QuietHours | null,
): Promise<void> {
  const change = { quietFrom: quietHours?.from ?? null, quietUntil: quietHours?.until ?? null }
  await tx
    .insert(alertPreferences)
    .values({ email, ...change })
    .onConflictDoUpdate({ target: alertPreferences.email, set: { ...change, updatedAt: sql`now()` } })
}

export async function savePause(tx: Transaction, email: string, isPaused: boolean): Promise<void> {
  const pausedAt = isPaused ? sql`now()` : null
  await tx
    .insert(alertPreferences)
    .values({ email, pausedAt })
    .onConflictDoUpdate({ target: alertPreferences.email, set: { pausedAt, updatedAt: sql`now()` } })
}

export async function listAddressesOf(tx: Transaction, subscriptionIds: string[]): Promise<string[]> {
  const rows = await tx.execute<{ email: string }>(
    sql`select distinct email from subscriptions where id = any(${uuids(subscriptionIds)})`,
  )
  return rows.map(({ email }) => email)
}

export async function listSubscriptionsOfAddresses(tx: Transaction, emails: string[]): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(
    sql`select id from subscriptions where email in (${oneOf(emails)})`,
  )
  return rows.map(({ id }) => id)
}

/** The subscriptions of those of these addresses who have paused, be it over or not. */
export async function listPausedSubscriptions(tx: Transaction, emails: string[]): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select s.id from alert_preferences wish join subscriptions s on s.email = wish.email
    where wish.email in (${oneOf(emails)}) and wish.paused_at is not null`)
  return rows.map(({ id }) => id)
}

export type Purchase = { email: string; parkId: string; startsAt: string; activatedAt: string }

/** Ends the pauses that began before a purchase of alerts for the day on which it was made. */
export async function endPausesByPurchases(tx: Transaction, purchases: Purchase[]): Promise<void> {
  await tx.execute(sql`
    update alert_preferences wish set paused_at = null, updated_at = now()
    where exists (
      select from jsonb_to_recordset(${asJsonb(purchases)})
        as bought(email text, "parkId" uuid, "startsAt" timestamptz, "activatedAt" timestamptz)
      join parks p on p.id = bought."parkId"
      where bought.email = wish.email and bought."activatedAt" > wish.paused_at and bought."startsAt" <
        (date_trunc('day', bought."activatedAt" at time zone p.timezone) + interval '1 day') at time zone p.timezone)
      and email in (${oneOf(purchases.map(({ email }) => email))})`)
}

/**
 * Moves the preferences of an address, set until that instant, to the address that its owner has taken. Preferences set there since stay;
 * otherwise the quiet hours of the account win, and the later pause. Returns whether anything has moved.
 */
export async function movePreferences(
  tx: Transaction,
  { from, to, changedAt }: { from: string; to: string; changedAt: string },
): Promise<boolean> {
  const saved = await tx.execute(sql`
    with moved as (
      delete from alert_preferences where email = ${from} and updated_at <= ${changedAt}::timestamptz
      returning *)
    insert into alert_preferences as kept (email, quiet_from, quiet_until, paused_at, updated_at)
    select ${to}, quiet_from, quiet_until, paused_at, updated_at from moved
    on conflict (email) do update set
      quiet_from = case when excluded.quiet_from is null then kept.quiet_from else excluded.quiet_from end,
      quiet_until = case when excluded.quiet_from is null then kept.quiet_until else excluded.quiet_until end,
      paused_at = greatest(kept.paused_at, excluded.paused_at)
    where kept.updated_at <= ${changedAt}::timestamptz
    returning 1`)
  return saved.length > 0
}

/** Deletes the preferences of those of these addresses that have no subscription any more. Returns their owners. */
export async function deletePreferencesWithoutSubscription(
  tx: Transaction,
  emails: string[],
): Promise<string[]> {
  const deleted = await tx.execute<{ email: string }>(sql`
    delete from alert_preferences wish
    where email in (${oneOf(emails)})
      and not exists (select from subscriptions s where s.email = wish.email)
    returning email`)
  return deleted.map(({ email }) => email)
}

/**
 * Does the same after an erasure, and deletes preferences from before the first pass or plan that is left: they were the erased person's.
 */
export async function erasePreferences(tx: Transaction, emails: string[]): Promise<string[]> {
  const erased = await tx.execute<{ email: string }>(sql`
    delete from alert_preferences wish
    where email in (${oneOf(emails)}) and not exists (
      select from subscriptions s
      where s.email = wish.email and (
        (s.plan_since <= wish.updated_at and exists (select from plans where email = s.email))
        or exists (select from passes p where p.subscription_id = s.id and p.created_at <= wish.updated_at)))
    returning email`)
  return erased.map(({ email }) => email)
}
