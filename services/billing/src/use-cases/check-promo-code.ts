import type { promoCodeCheck, promoCodeCheckResult } from '@walkon/contracts/http/billing'
import type { Database } from '@walkon/service/database'
import type { z } from 'zod'
import { findPromoCode } from '../db/promo-codes.ts'
import { decidePromoCode } from '../domain/promo-code.ts'
import { PromoCodeRefused } from './refuse-promo-code.ts'

/** Whether a code would make a channel free now. It reserves nothing: the activation decides. */
export async function checkPromoCode(
  db: Database,
  { code, channel }: z.output<typeof promoCodeCheck>,
  now: Date,
): Promise<z.output<typeof promoCodeCheckResult>> {
  // The check knows no address, so the limit of an address is left to the activation.
  const problem = decidePromoCode(await findPromoCode(db, code), { channel, byEmail: 0, now })
  if (problem) throw new PromoCodeRefused(problem)
  return { code, channel, free: true }
}
