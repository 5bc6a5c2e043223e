import type { DataExport } from '@walkon/contracts/http/data-export'
import { listActionsOf } from '@walkon/runtime/admin-actions'
import type { Database } from '@walkon/service/database'
import { listChecklistsOf } from './checklists.ts'
import { listAllAlerts } from './restaurants/restaurant-alerts.ts'
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
