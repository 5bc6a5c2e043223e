import { confirmedActivation, linkedActivation } from '@walkon/contracts/http/activations'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../lib/api.ts'

/** Queries of a confirmation link's page to billing. */

/** The order of a confirmation mail's link. Its token stays out of the address, and so out of every log. */
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
