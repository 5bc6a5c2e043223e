import type { LaneBooking, LaneKind } from '@walkon/contracts/http/lightning-lane'
import { holdUser } from '@walkon/runtime/erased-users'
import type { AccountLimit } from '@walkon/service/account-limit'
import type { Database, Transaction } from '@walkon/service/database'
import { AppError, notFound } from '@walkon/service/errors'
import type { LaneProvider } from '../../clients/practice-lanes.ts'
import {
  findBooking,
  findStandingBooking,
  insertBooking,
  listBookings,
  saveCancelled,
  saveConfirmed,
  type ShownBooking,
} from '../../db/lanes/lane-bookings.ts'
import { findSubscriptionEnd } from '../../db/lanes/lane-days.ts'
import { findInvitation } from '../../db/lanes/lane-invitations.ts'
import { findReading, type ReadingRow } from '../../db/lanes/lane-readings.ts'
import { isFresh } from '../../domain/lane-opening.ts'

/** `bookingLimit`: a call to the provider for each booking that is new. */
export type BookingDeps = {
  db: Database
  provider: LaneProvider
  bookingLimit: AccountLimit
  now: () => Date
}

export async function listLaneBookings(
  { db, provider }: BookingDeps,
  userId: string,
): Promise<LaneBooking[]> {
  return (await listBookings(db, userId)).map((booking) => toView(booking, provider))
}

/**
 * Books an offer with the provider. The same ride again, as by a double click, is the booking that stands. It is pending until the
 * provider has confirmed it. Throws `lane-connection-required`, `lane-subscription-required`, `lane-offering-gone`, and
 * `too-many-requests` where an account books and cancels without end.
 */
export async function bookLane(
  deps: BookingDeps,
  userId: string,
  asked: { rideId: string; kind: LaneKind },
): Promise<LaneBooking> {
  const { db, provider } = deps
  const { id, isNew } = await db.transaction((tx) => placeBooking(tx, deps, userId, asked))
  if (isNew && (await provider.book({ id })) === 'confirmed') await saveConfirmed(db, id)
  return readBooking(deps, userId, id)
}

async function placeBooking(
  tx: Transaction,
  { provider, bookingLimit, now: clock }: BookingDeps,
  userId: string,
  { rideId, kind }: { rideId: string; kind: LaneKind },
): Promise<{ id: string; isNew: boolean }> {
  await holdUser(tx, userId, 'lane')
  const now = clock()
  const invitation = await findInvitation(tx, userId)
  if (!invitation?.answeredAt)
    throw new AppError('lane-connection-required', 'Connect your Disney account to book')
  if (!(await findSubscriptionEnd(tx, userId, now)))
    throw new AppError('lane-subscription-required', 'Buy a day of Lightning Lane Assist to book')
  const standing = await findStandingBooking(tx, userId, rideId, now)
  if (standing) return { id: standing.id, isNew: false }
  const offer = await findReading(tx, rideId, kind)
  if (!offer || !isOffered(offer, now))
    throw new AppError('lane-offering-gone', 'This is not offered any more')
  await bookingLimit.admit(userId)
  const { startsAt, endsAt } = offer
  const booking = { userId, rideId, startsAt, endsAt, bookedAt: now, provider: provider.name }
  return { id: (await insertBooking(tx, booking)).id, isNew: true }
}

const isOffered = (reading: ReadingRow, now: Date): boolean =>
  reading.state === 'available' && isFresh(reading, now)

/** Cancels a booking; a second time changes nothing. Throws `lane-booking-not-found`. */
export async function cancelLaneBooking(deps: BookingDeps, userId: string, id: string): Promise<LaneBooking> {
  await saveCancelled(deps.db, userId, id)
  return readBooking(deps, userId, id)
}

async function readBooking({ db, provider }: BookingDeps, userId: string, id: string): Promise<LaneBooking> {
  const booking = await findBooking(db, userId, id)
  if (!booking) throw notFound('lane-booking')
  return toView(booking, provider)
}

const toView = (booking: ShownBooking, { isPractice }: LaneProvider): LaneBooking => ({
  id: booking.id,
  attractionId: booking.rideId,
  attractionName: booking.rideName,
  parkId: booking.parkId,
  returnTimeStart: booking.startsAt?.toISOString() ?? null,
  returnTimeEnd: booking.endsAt?.toISOString() ?? null,
  bookingTime: booking.bookedAt.toISOString(),
  status: booking.status,
  userId: booking.userId,
  isPractice,
})
