import { affiliateApplicationReceipt, type NewAffiliateApplication } from '@walkon/contracts/http/affiliates'
import { request, type Caller } from '../../lib/api.ts'

/** An account that is signed in is stored with the application. */
export function apply(application: NewAffiliateApplication, caller: Caller | null) {
  return request(affiliateApplicationReceipt, '/billing/affiliate-applications', {
    method: 'POST',
    body: application,
    ...(caller && { caller }),
  })
}
