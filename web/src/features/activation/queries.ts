import type {
  ActivationResult,
  ConfirmedActivation,
  LinkedActivation,
  NewActivation,
} from '@walkon/contracts/http/billing'
import { queryOptions } from '@tanstack/react-query'
import { array, enum as oneOf, literal, nullable, object, string } from 'zod/mini'
import { request, type Caller, type Shape } from '../../lib/api.ts'

/** Everything the app asks billing about free activations. Answers are checked with zod/mini, held to the contract by type. */

const checkedCode = object({ code: string(), channel: literal('email'), free: literal(true) })
const result = object({ status: oneOf(['active', 'confirmation-sent']) }) satisfies Shape<ActivationResult>
const confirmed = object({
  status: literal('active'),
  parkId: string(),
  parkName: string(),
  dates: array(string()),
  manageToken: nullable(string()),
}) satisfies Shape<ConfirmedActivation>
const linked = object({
  email: string(),
  parkId: string(),
  parkName: string(),
  dates: array(string()),
}) satisfies Shape<LinkedActivation>

export function checkPromoCode(code: string) {
  return request(checkedCode, '/billing/promo-codes/check', {
    method: 'POST',
    body: { code, channel: 'email' },
  })
}

/** A caller of the same address has proven it: the alerts start at once. */
export function activate({ activation, caller }: { activation: NewActivation; caller: Caller | null }) {
  return request(result, '/billing/activations', {
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
      request(linked, '/billing/activations/link', { method: 'POST', body: { token }, signal }),
    gcTime: 0,
  })

export function confirmActivation(token: string) {
  return request(confirmed, '/billing/activations/confirm', { method: 'POST', body: { token } })
}
