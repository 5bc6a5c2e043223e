import { promoCodeView, type NewPromoCode } from '@walkon/contracts/http/promo-codes'
import { request, type Caller } from '../../lib/api.ts'
import { pagesQuery } from '../../lib/pages-query.ts'

/** Everything that an admin asks billing about promo codes. */

/** The codes in the order of the alphabet. */
export const promoCodesQuery = (caller: Caller) =>
  pagesQuery(promoCodeView, '/billing/promo-codes', caller, { limit: '100' })

export const createPromoCode = (caller: Caller, code: NewPromoCode) =>
  request(promoCodeView, '/billing/promo-codes', { method: 'POST', caller, body: code })

export const retirePromoCode = (caller: Caller, code: string) =>
  request(promoCodeView, `/billing/promo-codes/${encodeURIComponent(code)}/retire`, {
    method: 'POST',
    caller,
  })
