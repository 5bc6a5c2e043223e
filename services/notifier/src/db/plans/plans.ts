import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

/** A plan's coverage, by an event. */
export type Coverage = { planId: string; emailHash: string; coveredUntil: string; version: number }

/** A plan (`p`) that covers its owner now. */
export const COVERS = sql.raw('p.ended_at is null and p.covered_until > now()')

/** Saves the newest coverage of each plan. An older event changes nothing. An end is final, and so is that the owner is forgotten. */
export async function saveCoverage(tx: Transaction, coverages: Coverage[]): Promise<void> {
  await tx.execute(sql`
    insert into plans as p (id, email_hash, covered_until, version)
    select distinct on ("planId") "planId", "emailHash", "coveredUntil", version
    from jsonb_to_recordset(${asJsonb(coverages)})
      as c("planId" uuid, "emailHash" text, "coveredUntil" timestamptz, version int)
    order by "planId", version desc
    on conflict (id) do update set email_hash = excluded.email_hash, version = excluded.version,
      covered_until = case when p.ended_at is null then excluded.covered_until else p.covered_until end
    where p.email_hash is not null and p.version < excluded.version`)
}

/** Plans that cover nothing from now on. One that is not known is kept as ended, so that an older event finds it so. */
export async function savePlansEnded(tx: Transaction, planIds: string[]): Promise<void> {
  await tx.execute(sql`
    insert into plans as p (id, email_hash, covered_until, version, ended_at)
    select distinct id, null, now(), 0, now() from unnest(${uuids(planIds)}) as given(id) order by id
    on conflict (id) do update
      set covered_until = least(p.covered_until, now()), ended_at = coalesce(p.ended_at, now())`)
}

/** Forgets whose plans these are, and how many texts they had; they must have ended. */
export async function forgetOwners(tx: Transaction, planIds: string[]): Promise<void> {
  await tx.execute(sql`update plans set email_hash = null where id = any(${uuids(planIds)})`)
  await tx.execute(sql`delete from plan_text_months where plan_id = any(${uuids(planIds)})`)
}

/** The plan that covers this visitor now; of two the one that covers longer. */
export async function findCoveringPlan(db: Queryable, emailHash: string): Promise<string | null> {
  const [plan] = await db.execute<{ id: string }>(sql`
    select id from plans p where email_hash = ${emailHash} and ${COVERS} order by covered_until desc, id limit 1`)
  return plan?.id ?? null
}

/** Plans whose cover ended before that. */
export async function deleteOldPlans(tx: Queryable, before: Date, limit: number): Promise<number> {
  const deleted = await tx.execute(sql`
    delete from plans where id in (
      select id from plans where covered_until < ${before.toISOString()}::timestamptz limit ${limit})`)
  return deleted.count
}
