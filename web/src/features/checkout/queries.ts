import { queryOptions } from '@tanstack/react-query'
import { checkoutState, type CheckoutState } from '@walkon/contracts/http/checkouts'
import { request } from '../../lib/api.ts'

/** A payment can be on its way when the browser is back already (core, section 9). */
const RECHECK_MS = 2_000
/** A page that is never paid stays open for half an hour, and the order is active without it. */
const MAX_ANSWERS_WHILE_ACTIVE = 15

/** What has become of an order. */
export const checkoutQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['checkout', sessionId],
    queryFn: ({ signal }) =>
      request(checkoutState, `/billing/checkouts/${encodeURIComponent(sessionId)}`, { signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data ? toPause(data, dataUpdateCount) : false,
  })

/**
 * After how many ms billing is asked again, if it is: until it is known what has become of the order, and for half a minute whether an
 * active one was paid twice.
 */
export function toPause({ status, mayBePaidTwice }: Known, answers: number): number | false {
  if (status === 'open' || status === 'processing') return RECHECK_MS
  return mayBePaidTwice === true && answers < MAX_ANSWERS_WHILE_ACTIVE ? RECHECK_MS : false
}

type Known = Pick<CheckoutState, 'status' | 'mayBePaidTwice'>
