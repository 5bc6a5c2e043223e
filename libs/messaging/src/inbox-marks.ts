import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import { index, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Which events this service has applied, each for as long as its topic may deliver it again. */
export const inbox = pgTable(
  'inbox',
  {
    eventId: uuid().primaryKey(),
    keepUntil: timestamp({ withTimezone: true }).notNull().default(sql`now() + interval '8 days'`),
  },
  (table) => [index('inbox_keep_until').on(table.keepUntil)],
)

/** Marks events, each for as long as its topic may deliver it again. Returns the ids of those that had no mark. */
export async function insertMarks(
  tx: Transaction,
  marks: { id: string; hours: number }[],
): Promise<Set<string>> {
  if (marks.length === 0) return new Set()
  const marked = await tx.execute<{ event_id: string }>(sql`
    insert into inbox (event_id, keep_until)
    select distinct on (id) id, now() + make_interval(secs => hours * 3600)
    from jsonb_to_recordset(${asJsonb(marks)}) as mark(id uuid, hours float8) order by id
    on conflict do nothing returning event_id`)
  return new Set(marked.map((row) => row.event_id))
}

export async function listReceived(db: Queryable, eventIds: string[]): Promise<Set<string>> {
  const rows = await db.execute<{ id: string }>(sql`
    select event_id as id from inbox where event_id = any(${uuids(eventIds)})`)
  return new Set(rows.map(({ id }) => id))
}

/** Removes marks past their time, a bounded number at a time. True if there may be more. */
export async function deleteOldMarks(db: Database, limit = 5_000): Promise<boolean> {
  const deleted = await db.execute(sql`
    delete from inbox where event_id = any(array(
      select event_id from inbox where keep_until < now() limit ${limit}))`)
  return deleted.count === limit
}
