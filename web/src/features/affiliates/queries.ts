import { affiliateApplication, affiliateApplicationReceipt } from '@walkon/contracts/http/affiliates'
import type { NewAffiliateApplication } from '@walkon/contracts/http/new-affiliate-application'
import { request, type Caller } from '../../lib/api.ts'
import { pagesQuery } from '../../lib/pages-query.ts'

/** An account that is signed in is stored with the application. */
export function apply(application: NewAffiliateApplication, caller: Caller | null) {
  return request(affiliateApplicationReceipt, '/billing/affiliate-applications', {
    method: 'POST',
    body: application,
    ...(caller && { caller }),
  })
}

/** What an admin reads, the newest first. */
export const applicationsQuery = (caller: Caller) =>
  pagesQuery(affiliateApplication, '/billing/affiliate-applications', caller)
