import type { Database } from '@walkon/service/database'
import { findPromoCode, insertPromoCode, type NewPromoCodeRow } from '../db/promo-codes/promo-codes.ts'

/** Promo codes of one test file. */
export function createTestCodes(db: Database) {
  let count = 0
  return {
    /** A new code of 50 percent for email alerts, unless a test says otherwise. */
    aCode: async (fields: Partial<NewPromoCodeRow> = {}): Promise<string> => {
      const code = `CODE${count++}`
      await insertPromoCode(db, { code, channel: 'email', discount: 'percentage', percent: 50, ...fields })
      return code
    },
    /** How often a code was redeemed, and how often of these beyond its limit. */
    useOf: async (code: string) => {
      const row = await findPromoCode(db, code)
      return row && { redemptions: row.redemptions, beyond: row.redemptionsBeyondLimit }
    },
  }
}
