import { QueryCache, QueryClient } from '@tanstack/react-query'

/**
 * Queries are not retried and not repeated on focus (core, section 7). A failure is shown with its next try. A component that mounts to
 * show it does not ask again: parent and child would take turns asking for as long as the service is away.
 */
export function createQueryClient(): QueryClient {
  const queryCache = new QueryCache()
  queryCache.subscribe(({ type, query }) => {
    if (type === 'observerRemoved' && query.getObserversCount() === 0) forgetFailure(query)
  })
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: { retry: false, retryOnMount: false, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

type CachedQuery = ReturnType<QueryCache['getAll']>[number]

/** A failure that no component shows any more is asked again by the next page that needs the answer. */
function forgetFailure(query: CachedQuery): void {
  const { status, data } = query.state
  if (status !== 'error' || data !== undefined) return
  query.setState({ status: 'pending', error: null, fetchFailureCount: 0, fetchFailureReason: null })
}
