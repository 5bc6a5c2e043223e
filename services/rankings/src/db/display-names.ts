import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { and, eq, sql } from 'drizzle-orm'
import { foldSeenName } from '../domain/seen-name.ts'
import { displayNames } from './schema.ts'

export type DisplayName = { userId: string; name: string | null; namedAt: Date }

/**
 * Keeps the newest name of each user, except one that a moderator took away. Locks the rows: a user's own requests come one after another.
 * `names` must not contain a user twice.
 */
export async function saveNames(tx: Transaction, names: DisplayName[]): Promise<void> {
  const folded = names.map((named) => ({
    ...named,
    folded: named.name === null ? null : foldSeenName(named.name),
  }))
  const rows = sql`jsonb_to_recordset(${asJsonb(folded)})
    as named("userId" uuid, name text, "namedAt" timestamptz, folded text)`
  await tx.execute(sql`
    insert into display_names as known (user_id, name, named_at)
    select "userId", name, "namedAt" from ${rows} order by "userId"
    on conflict (user_id) do update set
      name = case
        when excluded.named_at <= known.named_at then known.name
        when known.taken_name = (select folded from ${rows} where "userId" = known.user_id) then null
        else excluded.name end,
      named_at = greatest(excluded.named_at, known.named_at)`)
}

/** Takes this name away from a user. False where the user has another. */
export async function takeName(tx: Transaction, userId: string, name: string): Promise<boolean> {
  const rows = await tx
    .update(displayNames)
    .set({ name: null, takenName: foldSeenName(name) })
    .where(and(eq(displayNames.userId, userId), eq(displayNames.name, name)))
    .returning({ userId: displayNames.userId })
  return rows.length > 0
}

/** The display name of a user; null for "Anonymous". */
export async function findName(db: Queryable, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ name: displayNames.name })
    .from(displayNames)
    .where(eq(displayNames.userId, userId))
  return row?.name ?? null
}
