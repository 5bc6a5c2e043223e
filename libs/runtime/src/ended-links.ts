import type { Caller, OpenLink } from '@walkon/service/access'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { MANAGE_LINK_DAYS, type SealedTokens } from '@walkon/service/sealed-tokens'
import { asJsonb } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { Purge } from './purge-daily.ts'

/**
 * Addresses that an account has left, or whose account is deleted. A manage link that speaks for one of them before that instant opens
 * nothing; a later link is another visitor's (docs/decisions/address-follows-the-account.md).
 */
export const endedLinks = pgTable(
  'ended_links',
  {
    /** SHA-256 of the normalised address, hex. */
    addressHash: text().primaryKey(),
    endedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('ended_links_by_time').on(table.endedAt)],
)

/** Ends the manage links of these addresses. Of two ends of one address the later stands. */
export const endLinksOf = (tx: Transaction, emails: string[], endedAt: Date): Promise<void> =>
  endLinks(
    tx,
    emails.map((email) => ({ addressHash: hashAddress(email), endedAt: endedAt.toISOString() })),
  )

/** The same for addresses that are known by their hash, each with its own instant. */
export async function endLinks(
  tx: Transaction,
  ends: { addressHash: string; endedAt: string }[],
): Promise<void> {
  await tx.execute(sql`
    insert into ended_links (address_hash, ended_at)
    select "addressHash", max("endedAt")
    from jsonb_to_recordset(${asJsonb(ends)}) as ended("addressHash" text, "endedAt" timestamptz)
    group by 1 order by 1
    on conflict (address_hash) do update set ended_at = greatest(ended_links.ended_at, excluded.ended_at)`)
}

/** Reads the manage link of a mail; null also for a link that was ended. */
export function openLinksOf(db: Database, tokens: SealedTokens, now: () => Date): OpenLink {
  return async (token) => {
    const link = await tokens.open(token, now())
    return link && !(await isLeft(db, link)) ? link : null
  }
}

/** Whether an account has left this address at that instant or later: a link or a token of that instant then proves nothing. */
export async function isLeft(db: Queryable, { email, knownAt }: Caller): Promise<boolean> {
  const [ended] = await db.execute(sql`
    select from ended_links
    where address_hash = ${hashAddress(email)} and ended_at >= ${knownAt.toISOString()}::timestamptz`)
  return ended !== undefined
}

/** Purges the ends of links that have expired by themselves. */
export const purgeEndedLinks = (db: Database, now: () => Date): Purge => ({
  tables: ['ended_links'],
  deleteBatch: async (limit) => {
    const before = new Date(now().getTime() - (MANAGE_LINK_DAYS + 1) * 86_400_000)
    const deleted = await db.execute(sql`
      delete from ended_links where address_hash = any(array(
        select address_hash from ended_links where ended_at < ${before.toISOString()}::timestamptz limit ${limit}))`)
    return { ended_links: deleted.count }
  },
})
