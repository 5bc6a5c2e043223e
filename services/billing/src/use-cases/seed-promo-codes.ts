import type { Database } from '@walkon/service/database'
import { insertPromoCode } from '../db/promo-codes.ts'

/** By what they make free. */
export const DEMO_PROMO_CODES = { email: 'FREEDAY', sms: 'SMSFREE' }

/** The promo codes of the local run, which its README names. They make all days free, without limit and expiry. */
export async function seedPromoCodes(db: Database): Promise<void> {
  await insertPromoCode(db, { code: DEMO_PROMO_CODES.email, channel: 'email', discount: 'all-days' })
  await insertPromoCode(db, { code: DEMO_PROMO_CODES.sms, channel: 'sms', discount: 'all-days' })
}
