import type { Database } from '@walkon/service/database'
import { insertPromoCode } from '../db/promo-codes.ts'

/** The promo codes of the local run, which its README names. They have no limit and no expiry. */
export async function seedPromoCodes(db: Database): Promise<void> {
  await insertPromoCode(db, { code: 'FREEDAY', channel: 'email' })
  await insertPromoCode(db, { code: 'SMSFREE', channel: 'sms' })
}
