import type { DataExport } from '@walkon/contracts/http/data-export'
import { listActionsOf } from '@walkon/runtime/admin-actions'
import type { Database } from '@walkon/service/database'
import { eq, getTableColumns } from 'drizzle-orm'
import { listLimitsOf } from './alerts/ride-limits.ts'
import {
  alertPreferences,
  alerts,
  attractions,
  parks,
  passes,
  passWindows,
  plans,
  subscriptions,
  visitorChanges,
  watches,
} from './schema.ts'
import { listPassAlertsOf } from './passes/passes.ts'
import { listHoldsOf } from './subscriptions/visitor-changes.ts'

/** Everything that is stored under an address, the oldest first. */
export async function listDataOf(
  db: Database,
  { userId, email }: { userId: string; email: string },
): Promise<DataExport> {
  const isTheirs = eq(subscriptions.email, email)
  const { ready: _, ...watch } = getTableColumns(watches)
  const { eventId: __, republishedAt: ___, ...alert } = getTableColumns(alerts)
  return {
    adminActions: await listActionsOf(db, userId),
    visitorChanges: await db
      .select({ ...getTableColumns(visitorChanges), rideName: attractions.name })
      .from(visitorChanges)
      .innerJoin(subscriptions, eq(subscriptions.id, visitorChanges.subscriptionId))
      .leftJoin(attractions, eq(attractions.id, visitorChanges.rideId))
      .where(isTheirs)
      .orderBy(visitorChanges.changedAt),
    subscriptions: await db
      .select({ ...getTableColumns(subscriptions), parkName: parks.name, timezone: parks.timezone })
      .from(subscriptions)
      .leftJoin(parks, eq(parks.id, subscriptions.parkId))
      .where(isTheirs)
      .orderBy(subscriptions.createdAt),
    watches: await db
      .select({ ...watch, rideName: attractions.name, isRide: attractions.isRide })
      .from(watches)
      .innerJoin(subscriptions, eq(subscriptions.id, watches.subscriptionId))
      .leftJoin(attractions, eq(attractions.id, watches.rideId))
      .where(isTheirs)
      .orderBy(subscriptions.createdAt, attractions.name),
    passes: await db.select().from(passes).where(eq(passes.email, email)).orderBy(passes.createdAt),
    passWindows: await db
      .select(getTableColumns(passWindows))
      .from(passWindows)
      .innerJoin(passes, eq(passes.id, passWindows.passId))
      .where(eq(passes.email, email))
      .orderBy(passWindows.startsAt),
    plans: await db.select().from(plans).where(eq(plans.email, email)).orderBy(plans.coveredUntil),
    alertPreferences: await db.select().from(alertPreferences).where(eq(alertPreferences.email, email)),
    alerts: await db
      .select({ ...alert, rideName: attractions.name })
      .from(alerts)
      .innerJoin(subscriptions, eq(subscriptions.id, alerts.subscriptionId))
      .leftJoin(attractions, eq(attractions.id, alerts.rideId))
      .where(isTheirs)
      .orderBy(alerts.triggeredAt),
  }
}

/**
 * Lists a visitor's data for the support desk: the export, and the times when a park was held back. Beside them the limits that fit its
 * rides, and the alerts that count for a guarantee.
 */
export async function listDeskDataOf(
  db: Database,
  visitor: { userId: string; email: string },
): Promise<DataExport> {
  const [data, parkHolds, rideLimits, passAlerts] = await Promise.all([
    listDataOf(db, visitor),
    listHoldsOf(db, visitor.email),
    listLimitsOf(db, visitor.email),
    listPassAlertsOf(db, visitor.email),
  ])
  return { ...data, parkHolds, rideLimits, passAlerts }
}
