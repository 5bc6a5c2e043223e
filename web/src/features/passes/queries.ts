import { passView } from '@walkon/contracts/http/passes'
import { queryOptions } from '@tanstack/react-query'
import { request, type Caller } from '../../lib/api.ts'
import { pagesQuery } from '../../lib/pages-query.ts'

/** Everything the app asks billing about the passes of an account. */

/** The newest first. */
export const passesQuery = (caller: Caller) => pagesQuery(passView, '/billing/passes', caller)

export const passQuery = (caller: Caller, orderId: string) =>
  queryOptions({
    queryKey: ['pass', caller.key, orderId],
    queryFn: ({ signal }) =>
      request(passView, `/billing/passes/${encodeURIComponent(orderId)}`, { caller, signal }),
  })
