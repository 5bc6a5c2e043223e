import { promoCodeList, promoCodeView, type NewPromoCode } from '@walkon/contracts/http/promo-codes'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { request, type Caller } from '../../lib/api.ts'

/** Everything that an admin asks billing about promo codes. */

/** The codes in the order of the alphabet, a hundred a page. */
export const promoCodesQuery = (caller: Caller) =>
  infiniteQueryOptions({
    queryKey: ['promo-codes', caller.key],
    queryFn: ({ pageParam, signal }) =>
      request(
        promoCodeList,
        `/billing/promo-codes${pageParam ? `?after=${encodeURIComponent(pageParam)}` : ''}`,
        { caller, signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })

export const createPromoCode = (caller: Caller, code: NewPromoCode) =>
  request(promoCodeView, '/billing/promo-codes', { method: 'POST', caller, body: code })

export const retirePromoCode = (caller: Caller, code: string) =>
  request(promoCodeView, `/billing/promo-codes/${encodeURIComponent(code)}/retire`, {
    method: 'POST',
    caller,
  })
