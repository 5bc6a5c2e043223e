import type { Database } from '@walkon/service/database'
import { sql } from 'drizzle-orm'

export type CodeSales = { code: string; paidOrders: number; paidCents: number }

/** The paid orders of promo codes, those of erased buyers too, and what they cost. A code without one is left out. */
export const listCodeSales = (db: Database, codes: string[]): Promise<CodeSales[]> =>
  db.execute<CodeSales>(sql`
    select code, count(*)::int as "paidOrders", sum(total_cents)::int as "paidCents" from (
      select promo_code as code, total_cents from orders
      where status = 'fulfilled' and total_cents > 0 and promo_code = any(${codesOf(codes)})
      union all
      select promo_code, total_cents from sales where promo_code = any(${codesOf(codes)})
    ) sold group by code`)

const codesOf = (codes: string[]) =>
  sql`array[${sql.join([sql`null::text`, ...codes.map((code) => sql`${code}`)], sql`, `)}]`
