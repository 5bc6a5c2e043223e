import { COUNTED_DAYS } from '@walkon/contracts/http/how-we-do'
import type { Database } from '@walkon/service/database'
import type { ParkDay } from '@walkon/service/park-day'
import { instantOf } from '@walkon/service/sql-parameters'
import { desc, lt, sql } from 'drizzle-orm'
import { guaranteeDays } from './guarantee-tables.ts'

/** Counts the guarantees of the passes that ended on a day. Idempotent: decisions and refunds come later, and the day is counted again. */
export async function countGuaranteesOfDay(
  db: Database,
  { date, startsAt, endsAt }: ParkDay,
  now: Date,
): Promise<void> {
  await db.execute(sql`
    insert into guarantee_days (date, counted_at, kept, fell_short, paid_back)
    select ${date}::date, ${instantOf(now)}, count(*) filter (where decision = 'kept')::int,
      count(*) filter (where decision = 'refund')::int,
      count(*) filter (where decision = 'refund' and owed_state in ('made', 'settled-by-hand'))::int
    from guarantees where ended_at >= ${instantOf(startsAt)} and ended_at < ${instantOf(endsAt)}
    on conflict (date) do update set counted_at = excluded.counted_at, kept = excluded.kept,
      fell_short = excluded.fell_short, paid_back = excluded.paid_back`)
}

/** The newest counted days. */
export const listGuaranteeDays = (db: Database) =>
  db.select().from(guaranteeDays).orderBy(desc(guaranteeDays.date)).limit(COUNTED_DAYS)

export async function deleteGuaranteeDaysBefore(db: Database, day: string): Promise<void> {
  await db.delete(guaranteeDays).where(lt(guaranteeDays.date, day))
}
