import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { instantOf } from '@walkon/service/sql-parameters'
import { and, desc, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import { laneBookings, rides } from '../schema.ts'

export type BookingRow = typeof laneBookings.$inferSelect
export type ShownBooking = BookingRow & { rideName: string; parkId: string }

const shown = { ...getTableColumns(laneBookings), rideName: rides.name, parkId: rides.parkId }

/** An account's bookings, the newest first. */
export const listBookings = (db: Queryable, userId: string): Promise<ShownBooking[]> =>
  db
    .select(shown)
    .from(laneBookings)
    .innerJoin(rides, eq(rides.id, laneBookings.rideId))
    .where(eq(laneBookings.userId, userId))
    .orderBy(desc(laneBookings.bookedAt), laneBookings.id)
    .limit(100)

export async function findBooking(db: Queryable, userId: string, id: string): Promise<ShownBooking | null> {
  const [row] = await db
    .select(shown)
    .from(laneBookings)
    .innerJoin(rides, eq(rides.id, laneBookings.rideId))
    .where(and(eq(laneBookings.userId, userId), eq(laneBookings.id, id)))
  return row ?? null
}

/** The account's booking of a ride whose return time is not over. */
export async function findStandingBooking(
  tx: Transaction,
  userId: string,
  rideId: string,
  now: Date,
): Promise<BookingRow | null> {
  const [row] = await tx
    .select()
    .from(laneBookings)
    .where(
      and(
        eq(laneBookings.userId, userId),
        eq(laneBookings.rideId, rideId),
        ne(laneBookings.status, 'cancelled'),
        sql`coalesce(${laneBookings.endsAt}, ${laneBookings.startsAt} + interval '1 hour',
          ${laneBookings.bookedAt} + interval '12 hours') > ${instantOf(now)}`,
      ),
    )
    .limit(1)
  return row ?? null
}

export async function insertBooking(
  tx: Transaction,
  booking: Omit<BookingRow, 'id' | 'status'>,
): Promise<BookingRow> {
  const [row] = await tx
    .insert(laneBookings)
    .values({ ...booking, status: 'pending' })
    .returning()
  if (!row) throw new Error('The booking was not inserted')
  return row
}

/** A booking that was cancelled meanwhile stays so. */
export async function saveConfirmed(db: Database, id: string): Promise<void> {
  await db
    .update(laneBookings)
    .set({ status: 'confirmed' })
    .where(and(eq(laneBookings.id, id), eq(laneBookings.status, 'pending')))
}

export async function saveCancelled(tx: Queryable, userId: string, id: string): Promise<void> {
  await tx
    .update(laneBookings)
    .set({ status: 'cancelled' })
    .where(and(eq(laneBookings.userId, userId), eq(laneBookings.id, id)))
}

export async function deleteBookingsBefore(db: Database, before: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from lane_bookings where id = any(array(
      select id from lane_bookings where booked_at < ${instantOf(before)}
      order by booked_at limit ${limit}))`)
  return deleted.count
}
