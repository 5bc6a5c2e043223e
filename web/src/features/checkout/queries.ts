import { queryOptions, skipToken } from '@tanstack/react-query'
import { checkoutKey, checkoutState, type CheckoutState } from '@walkon/contracts/http/checkouts'
import { pauseAfterFailure } from '../../lib/after-failure.ts'
import { ApiError, request } from '../../lib/api.ts'
import { pauseUntilKnown } from '../../lib/awaited-payment.ts'

/** A payment can be on its way when the browser is back already (core, section 9). */
const RECHECK_MS = 2_000
/** A page that is never paid stays open for half an hour, and the order is active without it. */
const MAX_ANSWERS_WHILE_ACTIVE = 15

/** The state of an order. */
export const checkoutQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['checkout', sessionId],
    queryFn: ({ signal }) =>
      request(checkoutState, `/billing/checkouts/${encodeURIComponent(sessionId)}`, { signal }),
    refetchInterval: ({ state }) =>
      state.data ? toPause(state.data, state.dataUpdateCount) : pauseAfterFailure(state),
  })

/** The key of a tab to the alerts that it has bought; null for another tab than the one that ordered, and long after. Asks nothing for a tab without a secret. */
export const checkoutKeyQuery = (sessionId: string, tabKey: string | null) =>
  queryOptions({
    queryKey: ['checkout-key', sessionId],
    queryFn: tabKey === null ? skipToken : ({ signal }) => openKey(sessionId, tabKey, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

async function openKey(sessionId: string, tabKey: string, signal: AbortSignal): Promise<string | null> {
  try {
    const path = `/billing/checkouts/${encodeURIComponent(sessionId)}/key`
    return (await request(checkoutKey, path, { method: 'POST', body: { tabKey }, signal })).manageToken
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/**
 * The pause in ms before billing is asked again, until the order's outcome is known. An active order that may have been paid twice is
 * asked for half a minute.
 */
export function toPause({ status, mayBePaidTwice }: Known, answers: number): number | false {
  if (status === 'open' || status === 'processing') return pauseUntilKnown(answers)
  return mayBePaidTwice === true && answers < MAX_ANSWERS_WHILE_ACTIVE ? RECHECK_MS : false
}

type Known = Pick<CheckoutState, 'status' | 'mayBePaidTwice'>
