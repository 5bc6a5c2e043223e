import type { DataExport } from '@walkon/contracts/http/data-export'
import { listActionsOf } from '@walkon/runtime/admin-actions'
import type { Database } from '@walkon/service/database'
import { listChecklistsOf } from './checklists.ts'
import { listLanesForDesk } from './lanes/lanes-for-desk.ts'
import { listAlertsForDesk, listAllAlerts } from './restaurants/restaurant-alerts.ts'
import { listTellingsOf } from './restaurants/table-tellings.ts'
import { listLaneDataOf } from './lanes/lane-erasure.ts'

/** Everything that is stored under a user id, the oldest first. */
export async function listDataOf(db: Database, userId: string): Promise<DataExport> {
  return {
    checklistRides: await listChecklistsOf(db, userId),
    restaurantAlerts: await listAllAlerts(db, userId),
    tableTellings: await listTellingsOf(db, userId),
    ...(await listLaneDataOf(db, userId)),
    adminActions: await listActionsOf(db, userId),
  }
}

/** Lists for the support desk the tables and return times of an account with the names of their parks and rides, and what was told of them. Whom it invited is left out. */
export async function listDeskDataOf(db: Database, userId: string, now: Date): Promise<DataExport> {
  return {
    restaurantAlerts: await listAlertsForDesk(db, userId, now),
    tableTellings: await listTellingsOf(db, userId),
    ...(await listLanesForDesk(db, userId)),
  }
}
