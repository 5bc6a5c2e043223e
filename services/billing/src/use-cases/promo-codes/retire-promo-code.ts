import type { PromoCodeView } from '@walkon/contracts/http/promo-codes'
import type { Database } from '@walkon/service/database'
import { audit } from '@walkon/runtime/admin-actions'
import { AppError } from '@walkon/service/errors'
import { saveRetired } from '../../db/promo-codes/promo-codes.ts'
import { viewCode } from './list-promo-codes.ts'

/**
 * Ends a promo code: from now on it is refused as expired. A checkout that is open goes on at its price. The row stays, with its uses. A
 * second call changes nothing. Throws `invalid-promo-code`.
 */
export async function retirePromoCode(
  db: Database,
  code: string,
  { adminId, now }: { adminId: string; now: Date },
): Promise<PromoCodeView> {
  const row = await db.transaction(async (tx) => {
    const retired = await saveRetired(tx, code, now)
    if (!retired) throw new AppError('invalid-promo-code', 'No promo code has this name')
    await audit(tx, { actorId: adminId, action: 'retire-promo-code', subjectId: code, now })
    return retired
  })
  return viewCode(db, row, now)
}
