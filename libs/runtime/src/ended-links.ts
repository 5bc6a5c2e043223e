import type { Caller, OpenLink } from '@walkon/service/access'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { MANAGE_LINK_DAYS, type SealedTokens } from '@walkon/service/sealed-tokens'
import { asJsonb } from '@walkon/service/sql-parameters'
import { inArray, sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { Purge } from './purge-daily.ts'

/**
 * Addresses that an account has left, whose account is deleted, or whose owner has ended the links. A manage link that speaks for one of them before that instant opens
 * nothing; a later link is another visitor's (docs/decisions/address-follows-the-account.md).
 */
export const endedLinks = pgTable(
  'ended_links',
  {
    /** SHA-256 of the normalised address, hex; behind `links:` where its owner has ended the links alone. */
    addressHash: text().primaryKey(),
    endedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('ended_links_by_time').on(table.endedAt)],
)

/** Ends the manage links of these addresses. The later of two ends of one address stands. */
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

/** Ends the manage links of addresses whose owners keep them: access tokens and orders of the account go on. */
export const endManageLinks = (
  tx: Transaction,
  ends: { addressHash: string; endedAt: string }[],
): Promise<void> =>
  endLinks(
    tx,
    ends.map(({ addressHash, endedAt }) => ({ addressHash: toLinksAlone(addressHash), endedAt })),
  )

/** The entry that ends links alone, beside the one of an address that was left. */
const toLinksAlone = (addressHash: string) => `links:${addressHash}`

/** Reads the manage link of a mail; null also for a link that was ended. */
export function openLinksOf(db: Database, tokens: SealedTokens, now: () => Date): OpenLink {
  return async (token) => {
    const link = await tokens.open(token, now())
    return link && !(await isEnded(db, link)) ? link : null
  }
}

/** True if an account has left this address at that instant or later: a link or a token of that instant then proves nothing. */
export const isLeft = (db: Queryable, { email, knownAt }: Caller): Promise<boolean> =>
  hasEnd(db, [hashAddress(email)], knownAt)

const isEnded = (db: Queryable, { email, knownAt }: Caller): Promise<boolean> => {
  const addressHash = hashAddress(email)
  return hasEnd(db, [addressHash, toLinksAlone(addressHash)], knownAt)
}

async function hasEnd(db: Queryable, keys: string[], knownAt: Date): Promise<boolean> {
  const [ended] = await db.execute(sql`
    select from ended_links
    where ${inArray(endedLinks.addressHash, keys)} and ended_at >= ${knownAt.toISOString()}::timestamptz limit 1`)
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
