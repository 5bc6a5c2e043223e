import type { Database, Queryable } from '@walkon/service/database'
import { sql } from 'drizzle-orm'

/** The buyer of a search: a visitor who waits for it, or the daily check of alerts. */
export type Buyer = 'visitor' | 'check'

/**
 * Counts one more search of the day, unless that is more than the cap. A visitor's search is refused before the cap by as many as that
 * day's due checks still need, at most half of it. Checks leave visitors a quarter. Returns whether the search may be made.
 */
export async function spendSearch(
  db: Database,
  { buyer, now, cap }: { buyer: Buyer; now: Date; cap: number },
): Promise<boolean> {
  const [visitors, checks] = buyer === 'visitor' ? [1, 0] : [0, 1]
  const kept =
    buyer === 'visitor'
      ? sql`(select least(coalesce(sum(cardinality(airports)), 0), ${Math.floor(cap / 2)}::bigint)
          from watched_trips where check_at < ${endOfDay(now)}::timestamptz)`
      : sql`0`
  const mostChecks = cap - Math.floor(cap / 4)
  const spent = await db.execute(sql`
    insert into search_days as counted (day, for_visitors, for_checks)
    select ${toDay(now)}::date, ${visitors}::int, ${checks}::int where ${cap}::bigint > ${kept}
    on conflict (day) do update
    set for_visitors = counted.for_visitors + excluded.for_visitors, for_checks = counted.for_checks + excluded.for_checks
    where counted.for_visitors + counted.for_checks < ${cap}::bigint - ${kept}
      and (${checks}::int = 0 or counted.for_checks < ${mostChecks}::bigint)
    returning 1`)
  return spent.length > 0
}

/** The searches of the day so far. */
export async function countSearches(db: Queryable, now: Date): Promise<Record<Buyer, number>> {
  const [row] = await db.execute<{ visitors: number; checks: number }>(sql`
    select for_visitors as visitors, for_checks as checks from search_days where day = ${toDay(now)}::date`)
  return { visitor: row?.visitors ?? 0, check: row?.checks ?? 0 }
}

export async function deleteSearchDaysBefore(db: Database, before: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from search_days where day = any(array(
      select day from search_days where day < ${toDay(before)}::date limit ${limit}))`)
  return deleted.count
}

/** Days are those of UTC: they end for all processes at the same instant. */
export const toDay = (instant: Date): string => instant.toISOString().slice(0, 10)

const DAY_MS = 86_400_000

const endOfDay = (now: Date): string =>
  new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS + DAY_MS).toISOString()
