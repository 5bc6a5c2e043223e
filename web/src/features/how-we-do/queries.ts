import { alertCounts, guaranteeCounts, outageList } from '@walkon/contracts/http/how-we-do'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../lib/api.ts'

/** Counts change once a night. */
const FRESH_MS = 10 * 60_000

export const alertCountsQuery = queryOptions({
  queryKey: ['alert-counts'],
  queryFn: ({ signal }) => request(alertCounts, '/alerts/counts', { signal }),
  staleTime: FRESH_MS,
})

export const guaranteeCountsQuery = queryOptions({
  queryKey: ['guarantee-counts'],
  queryFn: ({ signal }) => request(guaranteeCounts, '/billing/guarantees/counts', { signal }),
  staleTime: FRESH_MS,
})

/** An outage may last while the page is open. */
export const outagesQuery = queryOptions({
  queryKey: ['outages'],
  queryFn: ({ signal }) => request(outageList, '/parks/outages', { signal }),
  refetchInterval: 60_000,
})
