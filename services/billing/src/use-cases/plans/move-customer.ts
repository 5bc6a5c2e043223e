import type { Database } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import type { SubscriptionClient } from '../../clients/stripe-subscriptions.ts'
import { saveCustomerMoved, type PlanRow } from '../../db/plans/plans.ts'

type MoveDeps = { db: Database; subscriptions: SubscriptionClient; log: Log }

/**
 * Gives Stripe's customer the address to which the account has changed. The same address twice changes nothing, so a call without an answer
 * is made again. False where that is still to be done.
 */
export async function moveCustomer(
  { db, subscriptions, log }: MoveDeps,
  { id, customerId, email, isCustomerBehind }: PlanRow,
): Promise<boolean> {
  if (!isCustomerBehind || customerId === null || email === null) return true
  try {
    await subscriptions.moveCustomer(customerId, email)
  } catch (error) {
    log.warn({ err: error, planId: id }, 'a customer has not got its new address; Stripe will be told again')
    return false
  }
  return saveCustomerMoved(db, { id, email })
}
