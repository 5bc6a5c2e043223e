import type { Queryable } from '@walkon/service/database'
import { eq } from 'drizzle-orm'
import { checkouts, plans } from '../schema.ts'

/** Payments and plans about which a bank asks. Few, and each is closed by Stripe within weeks. */
export async function countInquiries(db: Queryable): Promise<number> {
  const ofPayments = await db.$count(checkouts, eq(checkouts.inquired, true))
  return ofPayments + (await db.$count(plans, eq(plans.inquired, true)))
}
