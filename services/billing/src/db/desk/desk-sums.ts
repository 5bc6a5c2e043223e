import { lockOfThing } from '@walkon/service/advisory-locks'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { instantOf } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import { deskSums } from './desk-sum-tables.ts'

/** Acts of a member take turns, so that two at once are both counted. */
export async function lockMember(tx: Transaction, actorId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOfThing(sql`${`desk ${actorId}`}::text`)})`)
}

export type Given = { cents: number; days: number }

export async function insertDeskSum(
  tx: Transaction,
  given: Partial<Given> & { actorId: string; actedAt: Date },
): Promise<void> {
  await tx.insert(deskSums).values(given)
}

/** Sums the refunds and gifts of a member since then. */
export async function sumGivenBy(db: Queryable, actorId: string, since: Date): Promise<Given> {
  const [row] = await db.execute<Given>(sql`
    select coalesce(sum(cents), 0)::int as cents, coalesce(sum(days), 0)::int as days
    from desk_sums where actor_id = ${actorId} and acted_at > ${instantOf(since)}`)
  return row ?? { cents: 0, days: 0 }
}

/** Deletes sums that no limit counts any more. Returns how many. */
export async function deleteDeskSumsBefore(db: Database, before: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from desk_sums where id = any(array(
      select id from desk_sums where acted_at < ${instantOf(before)} order by acted_at limit ${limit}))`)
  return deleted.count
}
