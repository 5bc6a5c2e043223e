import type { Database } from '@walkon/service/database'
import { insertPromoCode } from '../db/promo-codes.ts'

/** The codes of the local run, which its README names. They never run out and never expire. */
export async function seedPromoCodes(db: Database): Promise<void> {
  await insertPromoCode(db, { code: 'FREEDAY', channel: 'email' })
  await insertPromoCode(db, { code: 'SMSFREE', channel: 'sms' })
}
