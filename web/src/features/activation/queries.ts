import {
  activationResult,
  confirmedActivation,
  linkedActivation,
  promoCodeCheckResult,
  type NewActivation,
} from '@walkon/contracts/http/billing'
import { queryOptions } from '@tanstack/react-query'
import { request, type Caller } from '../../lib/api.ts'

/** Everything the app asks billing about free activations. */

export function checkPromoCode(code: string) {
  return request(promoCodeCheckResult, '/billing/promo-codes/check', {
    method: 'POST',
    body: { code, channel: 'email' },
  })
}

/** A caller of the same address has proven it: the alerts start at once. */
export function activate({ activation, caller }: { activation: NewActivation; caller: Caller | null }) {
  return request(activationResult, '/billing/activations', {
    method: 'POST',
    body: activation,
    ...(caller && { caller }),
  })
}

/** What a link of a confirmation mail is for. Its token stays out of the address, and so out of every log. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['activation-link', token],
    queryFn: ({ signal }) =>
      request(linkedActivation, '/billing/activations/link', { method: 'POST', body: { token }, signal }),
    gcTime: 0,
  })

export function confirmActivation(token: string) {
  return request(confirmedActivation, '/billing/activations/confirm', { method: 'POST', body: { token } })
}
