import { affiliateApplication, affiliateApplicationReceipt } from '@walkon/contracts/http/affiliates'
import type { NewAffiliateApplication } from '@walkon/contracts/http/new-affiliate-application'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { array, nullable, object, string } from 'zod/mini'
import { request, type Caller } from '../../lib/api.ts'

/** An account that is signed in is stored with the application. */
export function apply(application: NewAffiliateApplication, caller: Caller | null) {
  return request(affiliateApplicationReceipt, '/billing/affiliate-applications', {
    method: 'POST',
    body: application,
    ...(caller && { caller }),
  })
}

const applicationPage = object({ items: array(affiliateApplication), next: nullable(string()) })

/** What an admin reads, the newest first, in pages. */
export const applicationsQuery = (caller: Caller) =>
  infiniteQueryOptions({
    queryKey: ['affiliate-applications', caller.key],
    queryFn: ({ pageParam, signal }) =>
      request(
        applicationPage,
        `/billing/affiliate-applications${pageParam ? `?cursor=${encodeURIComponent(pageParam)}` : ''}`,
        { caller, signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
