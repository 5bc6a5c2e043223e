import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import type { PlanMove } from '../passes/moves.ts'

/** A plan's coverage, by an event. */
export type Coverage = {
  planId: string
  email: string
  coveredUntil: string
  version: number
  /** When it was said. */
  saidAt: string
}

/** Addresses whose cover changed, and plans that moved to another address. */
export type CoverChange = { emails: string[]; moves: PlanMove[] }

/**
 * Saves the newest coverage of each plan. An older event than the newest known changes nothing. A plan that has ended stays so; it
 * follows its owner's address alone, and one whose owner is forgotten follows none.
 */
export async function saveCoverage(tx: Transaction, coverages: Coverage[]): Promise<CoverChange> {
  const given = sql`
    select distinct on ("planId") * from jsonb_to_recordset(${asJsonb(coverages)})
      as c("planId" uuid, email text, "coveredUntil" timestamptz, version int, "saidAt" text)
    order by "planId", version desc`
  const known = await tx.execute<{ id: string; email: string | null; changedAt: string }>(sql`
    select p.id, p.email, c."saidAt" as "changedAt"
    from plans p join (${given}) as c on c."planId" = p.id order by p.id for update of p`)
  const saved = await tx.execute<{ id: string; email: string }>(sql`
    insert into plans as p (id, email, covered_until, version)
    select "planId", email, "coveredUntil", version from (${given}) as c order by "planId"
    on conflict (id) do update set email = excluded.email, version = excluded.version,
      covered_until = case when p.ended_at is null then excluded.covered_until else p.covered_until end
      where p.email is not null and p.version < excluded.version
    returning id, email`)
  const owners = new Map(saved.map(({ id, email }) => [id, email]))
  const moves = known.flatMap(({ id, email: oldEmail, changedAt }) => {
    const newEmail = owners.get(id)
    return oldEmail === null || newEmail === undefined || newEmail === oldEmail
      ? []
      : [{ oldEmail, newEmail, changedAt }]
  })
  const emails = [...owners.values(), ...moves.map(({ oldEmail }) => oldEmail)]
  return { emails: [...new Set(emails)], moves }
}

/** Plans that cover nothing from now on. One that is not known is kept as ended, so that an older event finds it so. */
export async function savePlansEnded(tx: Transaction, planIds: string[]): Promise<string[]> {
  const rows = await tx.execute<{ email: string | null }>(sql`
    insert into plans as p (id, email, covered_until, version, ended_at)
    select id, null, now(), 0, now() from unnest(${uuids(planIds)}) as given(id) order by id
    on conflict (id) do update set covered_until = least(p.covered_until, now()), ended_at = coalesce(p.ended_at, now())
    returning email`)
  return [...new Set(rows.flatMap(({ email }) => email ?? []))]
}

/** Forgets whose plans these are; they must have ended. Returns the addresses. */
export async function forgetOwners(tx: Transaction, planIds: string[]): Promise<string[]> {
  const owned = await tx.execute<{ email: string | null }>(sql`
    with owned as (
      select id, email from plans where id = any(${uuids(planIds)}) and email is not null order by id for update)
    update plans p set email = null from owned where p.id = owned.id returning owned.email`)
  return [...new Set(owned.flatMap(({ email }) => email ?? []))]
}

/**
 * Until when plans of the address cover now, or null. The plan's row is locked, shared, until the transaction ends: a change of
 * the coverage waits, and then finds the subscriptions that were made meanwhile. Call it before any subscription is locked,
 * because the changes of a coverage lock in this order.
 */
export async function lockCover(tx: Transaction, email: string): Promise<Date | null> {
  const [row] = await tx.execute<{ until: string }>(sql`
    select covered_until as until from plans where email = ${email} and covered_until > now()
    order by covered_until desc limit 1 for share`)
  return row ? new Date(row.until) : null
}

export async function findCover(db: Queryable, email: string): Promise<Date | null> {
  const [row] = await db.execute<{ until: string | null }>(
    sql`select max(covered_until) as until from plans where email = ${email} and covered_until > now()`,
  )
  return row?.until ? new Date(row.until) : null
}

/** The subscriptions of these addresses whose rides were chosen under a plan. */
export async function listSubscriptionsUnderPlan(tx: Transaction, emails: string[]): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from subscriptions
    where email in (select jsonb_array_elements_text(${asJsonb(emails)})) and plan_since is not null`)
  return rows.map(({ id }) => id)
}

/** The subscription of this address and park, made if there is none, switched on and covered by the plan from now on. */
export async function saveUnderPlan(tx: Transaction, email: string, parkId: string): Promise<string> {
  const [row] = await tx.execute<{ id: string }>(sql`
    insert into subscriptions as s (email, park_id, watches_all, plan_since)
    values (${email}, ${parkId}, false, now())
    on conflict (email, park_id) do update set active = true, plan_since = coalesce(s.plan_since, now())
    returning id`)
  if (!row) throw new Error('The subscription was not saved')
  return row.id
}

/** A subscription whose rides were chosen while a plan covered. */
export async function savePlanSince(tx: Transaction, id: string): Promise<void> {
  await tx.execute(sql`update subscriptions set plan_since = coalesce(plan_since, now()) where id = ${id}`)
}

/** Clears the plan of those of these subscriptions that no plan of their address carries any more. */
export async function clearPlanSince(tx: Transaction, ids: string[]): Promise<void> {
  await tx.execute(sql`
    update subscriptions s set plan_since = null
    where id = any(${uuids(ids)}) and not exists (select from plans where email = s.email)`)
}

export type WatchedPark = { subscriptionId: string; parkId: string; watchedUntil: string | null }

/** Lists until when each of these subscriptions watches its park under a plan. Subscriptions that passes alone carry are left out. */
export async function listWatchedParks(tx: Transaction, subscriptionIds: string[]): Promise<WatchedPark[]> {
  return tx.execute<WatchedPark>(sql`
    select s.id as "subscriptionId", s.park_id as "parkId",
      to_char(max(p.covered_until) filter (where s.active) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "watchedUntil"
    from subscriptions s left join plans p on p.email = s.email and p.covered_until > now()
    where s.id = any(${uuids(subscriptionIds)}) and s.plan_since is not null
    group by s.id order by s.id`)
}
