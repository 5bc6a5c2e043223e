import type { Database } from '@walkon/service/database'
import { insertPromoCode } from '../../db/promo-codes/promo-codes.ts'

/** Codes by the channel of which they make a day free. */
export const DEMO_PROMO_CODES = { email: 'FREEDAY', sms: 'SMSFREE' }

/**
 * The promo codes of the local run, which its README names. The first chosen day is free and further ones cost the list
 * price (decisions, section 4), without limit and expiry.
 */
export async function seedPromoCodes(db: Database): Promise<void> {
  await insertPromoCode(db, { code: DEMO_PROMO_CODES.email, channel: 'email', discount: 'one-day' })
  await insertPromoCode(db, { code: DEMO_PROMO_CODES.sms, channel: 'sms', discount: 'one-day' })
}
