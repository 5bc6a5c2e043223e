import type { Queryable } from '@walkon/service/database'
import { asc, eq, getTableColumns } from 'drizzle-orm'
import { laneBookings, laneDays, laneInvitations, lanePreferences, parks, rides } from '../schema.ts'

/** Lists an account's connection, paid days, wanted return times and bookings, the oldest first, with the names of rides and parks. */
export async function listLanesForDesk(db: Queryable, userId: string) {
  const { sentAt, answeredAt, endedAt, expiresAt } = laneInvitations
  const ofRide = { rideName: rides.name, parkName: parks.name, timezone: parks.timezone }
  return {
    laneInvitations: await db
      .select({ sentAt, answeredAt, endedAt, expiresAt })
      .from(laneInvitations)
      .where(eq(laneInvitations.userId, userId))
      .orderBy(asc(sentAt)),
    laneDays: await db
      .select()
      .from(laneDays)
      .where(eq(laneDays.userId, userId))
      .orderBy(asc(laneDays.startsAt)),
    lanePreferences: await db
      .select({ ...getTableColumns(lanePreferences), ...ofRide })
      .from(lanePreferences)
      .innerJoin(rides, eq(rides.id, lanePreferences.rideId))
      .innerJoin(parks, eq(parks.id, rides.parkId))
      .where(eq(lanePreferences.userId, userId))
      .orderBy(asc(lanePreferences.createdAt)),
    laneBookings: await db
      .select({ ...getTableColumns(laneBookings), ...ofRide })
      .from(laneBookings)
      .innerJoin(rides, eq(rides.id, laneBookings.rideId))
      .innerJoin(parks, eq(parks.id, rides.parkId))
      .where(eq(laneBookings.userId, userId))
      .orderBy(asc(laneBookings.bookedAt)),
  }
}
