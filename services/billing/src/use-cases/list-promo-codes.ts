import type { promoCodeList, PromoCodeView } from '@walkon/contracts/http/promo-codes'
import type { Database } from '@walkon/service/database'
import type { z } from 'zod'
import { countHeldOf } from '../db/held-codes.ts'
import { listPromoCodes, type PromoCodeRow } from '../db/promo-codes.ts'
import { toDiscount } from '../domain/promo-code.ts'

const PAGE = 100

/** A page of all promo codes with how they are used, for admins. */
export async function listCodes(
  db: Database,
  after: string | undefined,
  now: Date,
): Promise<z.output<typeof promoCodeList>> {
  const rows = await listPromoCodes(db, { after, limit: PAGE + 1 })
  const page = rows.slice(0, PAGE)
  return {
    promoCodes: await withUse(db, page, now),
    next: rows.length > PAGE ? (page.at(-1)?.code ?? null) : null,
  }
}

/** One of them. */
export async function viewCode(db: Database, row: PromoCodeRow, now: Date): Promise<PromoCodeView> {
  const [view] = await withUse(db, [row], now)
  if (!view) throw new Error('A code has no view')
  return view
}

async function withUse(db: Database, rows: PromoCodeRow[], now: Date): Promise<PromoCodeView[]> {
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
