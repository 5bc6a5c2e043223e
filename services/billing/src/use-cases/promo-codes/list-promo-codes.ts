import type { Page, PageQuery } from '@walkon/contracts/http/page'
import type { PromoCodeView } from '@walkon/contracts/http/promo-codes'
import type { Database, Queryable } from '@walkon/service/database'
import { countHeldOf } from '../../db/promo-codes/held-codes.ts'
import { listPromoCodes, type PromoCodeRow } from '../../db/promo-codes/promo-codes.ts'
import { toDiscount } from '../../domain/promo-code.ts'

/** A page of all promo codes with how they are used, for admins. */
export async function listCodes(db: Database, query: PageQuery, now: Date): Promise<Page<PromoCodeView>> {
  const { items, next } = await listPromoCodes(db, query)
  return { items: await withUse(db, items, now), next }
}

/** One of them. */
export async function viewCode(db: Queryable, row: PromoCodeRow, now: Date): Promise<PromoCodeView> {
  const [view] = await withUse(db, [row], now)
  if (!view) throw new Error('A code has no view')
  return view
}

async function withUse(db: Queryable, rows: PromoCodeRow[], now: Date): Promise<PromoCodeView[]> {
  const codes = rows.map(({ code }) => code)
  const held = await countHeldOf(db, codes, now)
  return rows.map((row) => toView(row, held.get(row.code) ?? 0))
}

const toView = (row: PromoCodeRow, held: number): PromoCodeView => ({
  code: row.code,
  channel: row.channel,
  discount: toDiscount(row),
  maxRedemptions: row.maxRedemptions,
  maxRedemptionsPerEmail: row.maxRedemptionsPerEmail,
  redemptions: row.redemptions,
  redemptionsBeyondLimit: row.redemptionsBeyondLimit,
  held,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  retiredAt: row.retiredAt?.toISOString() ?? null,
})
