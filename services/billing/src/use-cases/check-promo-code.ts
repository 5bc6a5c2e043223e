import type { promoCodeCheck, promoCodeCheckResult } from '@walkon/contracts/http/billing'
import type { Queryable } from '@walkon/service/database'
import type { z } from 'zod'
import { findPromoCode } from '../db/promo-codes.ts'
import { decidePromoCode } from '../domain/promo-code.ts'
import { PromoCodeRefused } from './refuse-promo-code.ts'

/** Checks whether a promo code makes a channel free now. It reserves nothing: a code is redeemed when its order is fulfilled. */
export async function checkPromoCode(
  db: Queryable,
  { code, channel }: z.output<typeof promoCodeCheck>,
  now: Date,
): Promise<z.output<typeof promoCodeCheckResult>> {
  // Without a proof of an address, the answer must not reveal which codes the address has used.
  const problem = decidePromoCode(await findPromoCode(db, code), { channel, byEmail: 0, now })
  if (problem) throw new PromoCodeRefused(problem)
  return { code, channel, free: true }
}
