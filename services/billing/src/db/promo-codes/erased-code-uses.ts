import type { Database, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { erasedCodeUses } from '../schema.ts'

const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`

export type ErasedUse = { code: string; addressKey: string }

/** Keeps the uses of codes that are limited for each address and still work, until `until` at most. */
export async function saveErasedUses(
  tx: Transaction,
  uses: ErasedUse[],
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into erased_code_uses as kept (code, address_key, uses, ends_at)
    select c.code, erased."addressKey", count(*), least(c.expires_at, ${instant(until)})
    from jsonb_to_recordset(${asJsonb(uses)}) as erased(code text, "addressKey" text)
    join promo_codes c using (code)
    where c.max_redemptions_per_email is not null and c.retired_at is null
      and (c.expires_at is null or c.expires_at > ${instant(now)})
    group by c.code, erased."addressKey"
    on conflict (code, address_key) do update set uses = kept.uses + excluded.uses, ends_at = excluded.ends_at`)
}

/** How often an address had used a code before it was erased. `addressKeys`: one for each key of the settings. */
export async function countErasedUses(
  tx: Transaction,
  { code, addressKeys }: { code: string; addressKeys: string[] },
  now: Date,
): Promise<number> {
  const [counted] = await tx
    .select({ uses: sql<number>`coalesce(sum(${erasedCodeUses.uses}), 0)::int` })
    .from(erasedCodeUses)
    .where(
      and(
        eq(erasedCodeUses.code, code),
        inArray(erasedCodeUses.addressKey, addressKeys),
        gt(erasedCodeUses.endsAt, now),
      ),
    )
  return counted?.uses ?? 0
}

/** Uses that no limit needs any more. Returns how many rows. */
export async function deleteEndedUses(db: Database, now: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from erased_code_uses where ctid = any(array(
      select u.ctid from erased_code_uses u join promo_codes c using (code)
      where u.ends_at <= ${instant(now)} or c.retired_at is not null limit ${limit}))`)
  return deleted.count
}
