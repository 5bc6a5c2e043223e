import type { newPromoCode, PromoCodeView } from '@walkon/contracts/http/promo-codes'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { z } from 'zod'
import { insertPromoCode } from '../db/promo-codes.ts'
import { toColumns } from '../domain/promo-code.ts'
import { viewCode } from './list-promo-codes.ts'

/** Adds a promo code, which is valid at once. Throws `promo-code-exists`, for a retired one too: a name is used once. */
export async function createPromoCode(
  db: Database,
  { discount, expiresAt, ...code }: z.output<typeof newPromoCode>,
  now: Date,
): Promise<PromoCodeView> {
  const row = await insertPromoCode(db, {
    ...code,
    ...toColumns(discount),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    createdAt: now,
  })
  if (!row) throw new AppError('promo-code-exists', `The promo code ${code.code} exists`)
  return viewCode(db, row, now)
}
