import type { PromoCodeView } from '@walkon/contracts/http/promo-codes'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { saveRetired } from '../db/promo-codes.ts'
import { viewCode } from './list-promo-codes.ts'

/**
 * Ends a promo code: from now on it is refused as expired. A checkout that is open goes on at its price. The row stays, with what was
 * used. A second call changes nothing. Throws `invalid-promo-code`.
 */
export async function retirePromoCode(db: Database, code: string, now: Date): Promise<PromoCodeView> {
  const row = await saveRetired(db, code, now)
  if (!row) throw new AppError('invalid-promo-code', 'No promo code has this name')
  return viewCode(db, row, now)
}
