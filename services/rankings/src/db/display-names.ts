import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { eq, sql } from 'drizzle-orm'
import { displayNames } from './schema.ts'

export type DisplayName = { userId: string; name: string | null; namedAt: Date }

/**
 * Keeps the newest name of each user, and locks the rows: a user's own requests come one after another. `names` must not contain a user
 * twice.
 */
export async function saveNames(tx: Transaction, names: DisplayName[]): Promise<void> {
  await tx.execute(sql`
    insert into display_names as known (user_id, name, named_at)
    select "userId", name, "namedAt"
    from jsonb_to_recordset(${asJsonb(names)}) as named("userId" uuid, name text, "namedAt" timestamptz)
    order by "userId"
    on conflict (user_id) do update set
      name = case when excluded.named_at > known.named_at then excluded.name else known.name end,
      named_at = greatest(excluded.named_at, known.named_at)`)
}

/** The display name of a user; null for "Anonymous". */
export async function findName(db: Queryable, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ name: displayNames.name })
    .from(displayNames)
    .where(eq(displayNames.userId, userId))
  return row?.name ?? null
}
