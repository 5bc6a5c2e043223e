import type { newPromoCode, PromoCodeView } from '@walkon/contracts/http/promo-codes'
import type { Queryable } from '@walkon/service/database'
import { audit } from '@walkon/runtime/admin-actions'
import { AppError } from '@walkon/service/errors'
import type { z } from 'zod'
import { insertPromoCode } from '../../db/promo-codes/promo-codes.ts'
import { toColumns } from '../../domain/promo-code.ts'
import { viewCode } from './list-promo-codes.ts'

/** Adds a promo code, which is valid at once. An operator's command names no admin. Throws `promo-code-exists`, for a retired one too: a name is used once. */
export async function createPromoCode(
  db: Queryable,
  { discount, expiresAt, ...code }: z.output<typeof newPromoCode>,
  { adminId, now }: { adminId: string | null; now: Date },
): Promise<PromoCodeView> {
  const row = await db.transaction(async (tx) => {
    const inserted = await insertPromoCode(tx, {
      ...code,
      ...toColumns(discount),
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
      createdAt: now,
    })
    if (!inserted) throw new AppError('promo-code-exists', `The promo code ${code.code} exists`)
    if (adminId) await audit(tx, { actorId: adminId, action: 'create-promo-code', subjectId: code.code, now })
    return inserted
  })
  return viewCode(db, row, now)
}
