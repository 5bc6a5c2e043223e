import type { ErasedAddress } from '@walkon/contracts/events/identity'
import type { Page, PageQuery } from '@walkon/contracts/http/page'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database, Transaction } from '@walkon/service/database'
import { keysetOf } from '@walkon/service/keyset-page'
import { asJsonb } from '@walkon/service/sql-parameters'
import { and, eq, getTableColumns, lte, sql } from 'drizzle-orm'
import type { AddressChange } from '../accounts/address-changes.ts'
import { affiliateApplications } from '../schema.ts'

export type AffiliateApplicationRow = typeof affiliateApplications.$inferSelect

const newest = keysetOf([affiliateApplications.createdAt, affiliateApplications.id], 'desc')

/** An application that is stored already stays as it is. */
export async function insertApplication(db: Database, application: AffiliateApplicationRow): Promise<void> {
  await db.insert(affiliateApplications).values(application).onConflictDoNothing()
}

/** Locks an application, so that one decision at a time is made of it. */
export async function lockApplication(tx: Transaction, id: string): Promise<AffiliateApplicationRow | null> {
  const [row] = await tx
    .select()
    .from(affiliateApplications)
    .where(eq(affiliateApplications.id, id))
    .for('update')
  return row ?? null
}

type Decided = Pick<AffiliateApplicationRow, 'decision' | 'decidedAt' | 'promoCode'>

export async function saveDecision(tx: Transaction, id: string, decided: Decided): Promise<void> {
  await tx.update(affiliateApplications).set(decided).where(eq(affiliateApplications.id, id))
}

export async function listApplications(
  db: Database,
  { limit, cursor }: PageQuery,
): Promise<Page<AffiliateApplicationRow>> {
  const rows = await db
    .select({ ...getTableColumns(affiliateApplications), key: newest.key })
    .from(affiliateApplications)
    .where(newest.after(cursor))
    .orderBy(...newest.orderBy)
    .limit(limit + 1)
  return newest.toPage(rows, limit)
}

/** Deletes the applications of deleted accounts: those that an account sent, and those that name one of its addresses. Returns the codes of the accepted ones. */
export async function deleteApplications(tx: Transaction, erasures: ErasedAddress[]): Promise<string[]> {
  const deleted = await tx.execute<{ code: string | null }>(sql`
    delete from affiliate_applications a
    using jsonb_to_recordset(${asJsonb(erasures)}) as erased("userId" uuid, "addressHash" text, "deletedAt" timestamptz)
    where (a.address_hash = erased."addressHash" or a.user_id = erased."userId") and a.created_at <= erased."deletedAt"
    returning a.promo_code as code`)
  return deleted.flatMap(({ code }) => code ?? [])
}

/** Gives the applications that name the old address of an account, from before its change, to the new one. */
export async function saveApplicationsMoved(tx: Transaction, change: AddressChange): Promise<void> {
  const { oldEmail, newEmail, changedAt } = change
  await tx
    .update(affiliateApplications)
    .set({ email: newEmail, addressHash: hashAddress(newEmail) })
    .where(
      and(
        eq(affiliateApplications.addressHash, hashAddress(oldEmail)),
        lte(affiliateApplications.createdAt, new Date(changedAt)),
      ),
    )
}

/** Returns how many were deleted. */
export async function deleteApplicationsBefore(db: Database, before: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from affiliate_applications where id = any(array(
      select id from affiliate_applications where created_at < ${before.toISOString()}::timestamptz
      order by created_at limit ${limit}))`)
  return deleted.count
}
