import { queryOptions } from '@tanstack/react-query'
import { checkoutState } from '@walkon/contracts/http/checkouts'
import { request } from '../../lib/api.ts'

/** A payment can be on its way when the browser is back already (core, section 9). */
const RECHECK_MS = 2_000

/** What has become of an order. Asked again until that is known. */
export const checkoutQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['checkout', sessionId],
    queryFn: ({ signal }) =>
      request(checkoutState, `/billing/checkouts/${encodeURIComponent(sessionId)}`, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'open' || data?.status === 'processing' ? RECHECK_MS : false,
  })
