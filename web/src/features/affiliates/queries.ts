import {
  affiliateApplication,
  affiliateApplicationReceipt,
  type AcceptAffiliate,
} from '@walkon/contracts/http/affiliates'
import type { NewAffiliateApplication } from '@walkon/contracts/http/new-affiliate-application'
import { request, type Caller } from '../../lib/api.ts'
import { pagesQuery } from '../../lib/pages-query.ts'

export const applicationsPath = '/billing/affiliate-applications'

/** An account that is signed in is stored with the application. */
export function apply(application: NewAffiliateApplication, caller: Caller | null) {
  return request(affiliateApplicationReceipt, applicationsPath, {
    method: 'POST',
    body: application,
    ...(caller && { caller }),
  })
}

/** The admin's list of applications, the newest first. */
export const applicationsQuery = (caller: Caller) =>
  pagesQuery(affiliateApplication, applicationsPath, caller)

export const acceptApplication = (caller: Caller, id: string, offer: AcceptAffiliate) =>
  request(affiliateApplication, `${applicationsPath}/${id}/accept`, { method: 'POST', body: offer, caller })

export const declineApplication = (caller: Caller, id: string) =>
  request(affiliateApplication, `${applicationsPath}/${id}/decline`, { method: 'POST', caller })
