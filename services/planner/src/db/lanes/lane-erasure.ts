import type { Queryable, Transaction } from '@walkon/service/database'
import { uuids } from '@walkon/service/sql-parameters'
import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { laneBookings, laneDays, laneInvitations, lanePreferences } from '../schema.ts'

/** Deletes what Lightning Lane Assist keeps of these accounts. */
export async function eraseLanes(tx: Transaction, userIds: string[]): Promise<void> {
  for (const table of ['lane_invitations', 'lane_days', 'lane_preferences', 'lane_bookings'])
    await tx.execute(sql`delete from ${sql.identifier(table)} where user_id = any(${uuids(userIds)})`)
}

/** Lists an account's data of Lightning Lane Assist, without hashes, the oldest first. */
export async function listLaneDataOf(db: Queryable, userId: string) {
  const { tokenHash: _, ...invitation } = getTableColumns(laneInvitations)
  return {
    laneInvitations: await db
      .select(invitation)
      .from(laneInvitations)
      .where(eq(laneInvitations.userId, userId))
      .orderBy(asc(laneInvitations.sentAt)),
    laneDays: await db
      .select()
      .from(laneDays)
      .where(eq(laneDays.userId, userId))
      .orderBy(asc(laneDays.startsAt)),
    lanePreferences: await db
      .select()
      .from(lanePreferences)
      .where(eq(lanePreferences.userId, userId))
      .orderBy(asc(lanePreferences.createdAt)),
    laneBookings: await db
      .select()
      .from(laneBookings)
      .where(eq(laneBookings.userId, userId))
      .orderBy(asc(laneBookings.bookedAt)),
  }
}
