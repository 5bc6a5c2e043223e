import type { EndedAlerts } from '@walkon/contracts/http/alerts'
import type { Database } from '@walkon/service/database'
import { notFound } from '@walkon/service/errors'
import { listEndsToShow, saveEndSeen } from '../../db/passes/pass-ends.ts'
import type { Owner } from '../subscriptions/list-subscriptions.ts'

/** The parks whose alerts ended within a week and that the visitor has not put away; for the key of one park, that park. */
export async function listEnds(db: Database, { email, parkId }: Owner): Promise<EndedAlerts[]> {
  const ends = await listEndsToShow(db, email, parkId)
  return ends.map((end) => ({
    subscriptionId: end.subscriptionId,
    parkId: end.parkId,
    parkName: end.parkName,
    timezone: end.timezone,
    endedAt: end.endedAt,
    reason: end.revokedFor ?? 'over',
    alertCount: end.alertCount,
    rideCount: end.rideCount,
  }))
}

/** Puts an end away: it is told once. Throws `subscription-not-found`, also for a subscription of another visitor. */
export async function putEndAway(db: Database, owner: Owner, subscriptionId: string): Promise<EndedAlerts[]> {
  if (!(await saveEndSeen(db, owner, subscriptionId))) throw notFound('subscription')
  return listEnds(db, owner)
}
