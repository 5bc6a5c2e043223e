import type { Database } from '@walkon/service/database'
import { insertPromoCode } from '../db/promo-codes.ts'

/** By what they make free. */
export const DEMO_PROMO_CODES = { email: 'FREEDAY', sms: 'SMSFREE' }

/** The codes of the local run, which its README names. They never run out and never expire. */
export async function seedPromoCodes(db: Database): Promise<void> {
  await insertPromoCode(db, { code: DEMO_PROMO_CODES.email, channel: 'email' })
  await insertPromoCode(db, { code: DEMO_PROMO_CODES.sms, channel: 'sms' })
}
