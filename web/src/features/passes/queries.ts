import { passPage, passView } from '@walkon/contracts/http/passes'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { request, type Caller } from '../../lib/api.ts'

/** Everything the app asks billing about the passes of an account. */

export const passesQuery = (caller: Caller) =>
  infiniteQueryOptions({
    queryKey: ['passes', caller.key],
    queryFn: ({ pageParam, signal }) =>
      request(passPage, `/billing/passes${pageParam ? `?cursor=${encodeURIComponent(pageParam)}` : ''}`, {
        caller,
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })

export const passQuery = (caller: Caller, orderId: string) =>
  queryOptions({
    queryKey: ['pass', caller.key, orderId],
    queryFn: ({ signal }) =>
      request(passView, `/billing/passes/${encodeURIComponent(orderId)}`, { caller, signal }),
  })
