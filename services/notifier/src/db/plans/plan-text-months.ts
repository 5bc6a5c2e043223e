import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

/** How many texts a plan has sent in a month. */
export type TextMonth = { planId: string; textsUsed: number; isSpent: boolean }

/**
 * The counts of these plans in a month, locked until the transaction ends: of two consumers the second sees what the first has
 * counted. In the order of the ids, so that the two cannot wait for each other.
 */
export async function lockTextMonths(
  tx: Transaction,
  planIds: string[],
  month: string,
): Promise<TextMonth[]> {
  if (planIds.length === 0) return []
  return tx.execute<TextMonth>(sql`
    insert into plan_text_months as m (plan_id, month)
    select distinct id, ${month}::date from unnest(${uuids(planIds)}) as given(id) order by id
    on conflict (plan_id, month) do update set texts_used = m.texts_used
    returning plan_id as "planId", texts_used as "textsUsed", spent_at is not null as "isSpent"`)
}

/** Saves the counts of locked months. The first time that a month is spent stays on record. */
export async function saveTextMonths(tx: Transaction, month: string, months: TextMonth[]): Promise<void> {
  if (months.length === 0) return
  await tx.execute(sql`
    update plan_text_months m set texts_used = r."textsUsed",
      spent_at = case when r."isSpent" then coalesce(m.spent_at, now()) end
    from jsonb_to_recordset(${asJsonb(months)}) as r("planId" uuid, "textsUsed" int, "isSpent" boolean)
    where m.plan_id = r."planId" and m.month = ${month}::date`)
}

export async function findTextsUsed(db: Queryable, planId: string, month: string): Promise<number> {
  const [row] = await db.execute<{ textsUsed: number }>(sql`
    select texts_used as "textsUsed" from plan_text_months where plan_id = ${planId}::uuid and month = ${month}::date`)
  return row?.textsUsed ?? 0
}

/** Counts the plans whose texts of this month are used up. */
export async function countSpentMonths(db: Queryable, month: string): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from plan_text_months where month = ${month}::date and spent_at is not null`)
  return row?.count ?? 0
}

/** Months that began before that. */
export async function deleteOldTextMonths(db: Queryable, before: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from plan_text_months where (plan_id, month) in (
      select plan_id, month from plan_text_months where month < ${before.toISOString()}::date limit ${limit})`)
  return deleted.count
}
