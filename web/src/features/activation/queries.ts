import { confirmedActivation, linkedActivation } from '@walkon/contracts/http/activations'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../lib/api.ts'

/** What the page of a confirmation link asks billing. */

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
