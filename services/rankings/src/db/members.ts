import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { eq, sql } from 'drizzle-orm'
import { members } from './schema.ts'

export type MemberName = { userId: string; displayName: string | null; namedAt: Date }

/**
 * Keeps the newest name of a user and locks the row, so that an erasure of the account comes before or after what the transaction
 * writes, and a user's own requests come one after another. Returns false for an account that is erased.
 */
export async function lockMember(tx: Transaction, { userId, displayName, namedAt }: MemberName): Promise<boolean> {
  const [row] = await tx
    .insert(members)
    .values({ userId, displayName, namedAt })
    .onConflictDoUpdate({
      target: members.userId,
      set: {
        displayName: sql`case when excluded.named_at > ${members.namedAt} and ${members.erasedAt} is null
          then excluded.display_name else ${members.displayName} end`,
        namedAt: sql`greatest(excluded.named_at, ${members.namedAt})`,
      },
    })
    .returning({ erasedAt: members.erasedAt })
  return row?.erasedAt === null
}

/** `names` must not contain a user twice. A name that is older than what is stored changes nothing. */
export async function saveNames(tx: Transaction, names: MemberName[]): Promise<void> {
  await tx.execute(sql`
    insert into members (user_id, display_name, named_at)
    select "userId", "displayName", "namedAt"
    from jsonb_to_recordset(${asJsonb(names)}) as named("userId" uuid, "displayName" text, "namedAt" timestamptz)
    order by "userId"
    on conflict (user_id) do update set display_name = excluded.display_name, named_at = excluded.named_at
    where members.erased_at is null and excluded.named_at >= members.named_at`)
}

/** The display name of a user; null for "Anonymous". */
export async function findName(db: Queryable, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ displayName: members.displayName })
    .from(members)
    .where(eq(members.userId, userId))
  return row?.displayName ?? null
}
