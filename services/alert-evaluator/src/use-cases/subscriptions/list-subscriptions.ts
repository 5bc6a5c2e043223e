import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import type { Caller } from '@walkon/service/access'
import type { Database } from '@walkon/service/database'
import { listPassDays } from '../../db/passes/passes.ts'
import { listRides, listSubscriptions } from '../../db/subscriptions/subscription-views.ts'
import { toSubscriptionViews } from '../../domain/subscription-view.ts'

export type Owner = Pick<Caller, 'email' | 'parkId'>
export type SubscriptionDeps = { db: Database; defaultThresholdMinutes: number; now: () => Date }

/** The visitor's subscriptions with their days and rides, ended ones too, or the one with this id. */
export async function readSubscriptions(
  { db, defaultThresholdMinutes, now }: SubscriptionDeps,
  email: string,
  id?: string,
): Promise<SubscriptionView[]> {
  const rows = await listSubscriptions(db, email, id)
  const ids = rows.map((row) => row.id)
  const [days, rides] = await Promise.all([listPassDays(db, ids), listRides(db, ids, now())])
  return toSubscriptionViews({ rows, days, rides, defaultThresholdMinutes, now: now() })
}

/** The subscriptions that have not ended; for the key of one park, those of the park. */
export async function listCurrentSubscriptions(
  deps: SubscriptionDeps,
  { email, parkId }: Owner,
): Promise<SubscriptionView[]> {
  const views = await readSubscriptions(deps, email)
  return views.filter((view) => view.state !== 'ended' && (parkId === undefined || view.parkId === parkId))
}
