import type { AffiliateApplication } from '@walkon/contracts/http/affiliates'
import type { Page, PageQuery } from '@walkon/contracts/http/page'
import type { Database } from '@walkon/service/database'
import { listApplications, type AffiliateApplicationRow } from '../../db/affiliates/affiliate-applications.ts'
import { listCodeSales } from '../../db/promo-codes/code-sales.ts'

/** Lists the applications, the newest first, with the orders through the codes of the accepted ones. */
export async function listAffiliates(db: Database, query: PageQuery): Promise<Page<AffiliateApplication>> {
  const { items, next } = await listApplications(db, query)
  return { items: await viewApplications(db, items), next }
}

/** Applications as admins see them. */
export async function viewApplications(
  db: Database,
  rows: AffiliateApplicationRow[],
): Promise<AffiliateApplication[]> {
  const codes = rows.flatMap(({ promoCode }) => promoCode ?? [])
  const sales = new Map((await listCodeSales(db, codes)).map((sold) => [sold.code, sold]))
  return rows.map((row) => {
    const { userId: _, addressHash: __, createdAt, decidedAt, ...application } = row
    const sold = row.promoCode === null ? undefined : sales.get(row.promoCode)
    return {
      ...application,
      createdAt: createdAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
      paidOrders: sold?.paidOrders ?? 0,
      // Every price of ours is in this currency.
      revenue: sold ? [{ currency: 'usd' as const, cents: sold.paidCents }] : [],
    }
  })
}
