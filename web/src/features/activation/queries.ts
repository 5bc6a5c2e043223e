import {
  activationResult,
  confirmedActivation,
  promoCodeCheckResult,
  type NewActivation,
} from '@walkon/contracts/http/billing'
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

export function confirmActivation(token: string) {
  return request(confirmedActivation, '/billing/activations/confirm', { method: 'POST', body: { token } })
}
