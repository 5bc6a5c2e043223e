import type {
  LanePreference,
  lanePreferenceChange,
  newLanePreference,
} from '@walkon/contracts/http/lightning-lane'
import { holdUser } from '@walkon/runtime/erased-users'
import type { Database, Queryable } from '@walkon/service/database'
import { AppError, notFound } from '@walkon/service/errors'
import type { z } from 'zod'
import { findRide } from '../../db/catalog.ts'
import { saveWatchedUntil } from '../../db/lanes/lane-days.ts'
import {
  deletePreference,
  findRideOfPreference,
  insertPreference,
  listPreferences,
  savePreference,
  type ShownPreference,
} from '../../db/lanes/lane-preferences.ts'

import { hasReturnTimes } from '../../db/lanes/lane-readings.ts'
import { listWanted } from '../../db/lanes/lane-matching.ts'
import { listOpenLanes, tellOfPreference } from './tell-of-lanes.ts'

export type LanePreferenceDeps = { db: Database; now: () => Date }
type Wishes = z.output<typeof lanePreferenceChange>

export async function listLanePreferences(db: Queryable, userId: string): Promise<LanePreference[]> {
  return (await listPreferences(db, userId)).map(toView)
}

/**
 * Adds an attraction with published return times, which an account may have once; what it offers already is told at once. Throws
 * `attraction-not-found` and `lane-preference-exists`.
 */
export async function addLanePreference(
  { db, now }: LanePreferenceDeps,
  userId: string,
  { attractionId: rideId, ...wishes }: z.output<typeof newLanePreference>,
): Promise<LanePreference[]> {
  return db.transaction(async (tx) => {
    await holdUser(tx, userId, 'lane')
    const ride = await findRide(tx, rideId)
    if (!ride || ride.retired || !(await hasReturnTimes(tx, rideId))) throw notFound('attraction')
    const at = now()
    const preferenceId = await insertPreference(tx, { userId, rideId, ...toColumns(wishes), createdAt: at })
    if (preferenceId === null)
      throw new AppError('lane-preference-exists', 'This attraction has a preference already')
    await saveWatchedUntil(tx, [userId])
    await tellOfPreference(tx, preferenceId, { openings: await listOpenLanes(tx, rideId, at), known: [] }, at)
    return listLanePreferences(tx, userId)
  })
}

/** Changes a preference and tells its new matches at once. Throws `lane-preference-not-found`. */
export async function changeLanePreference(
  { db, now }: LanePreferenceDeps,
  userId: string,
  id: string,
  wishes: Wishes,
): Promise<LanePreference[]> {
  return db.transaction(async (tx) => {
    await holdUser(tx, userId)
    const rideId = await findRideOfPreference(tx, userId, id)
    if (rideId === null) throw notFound('lane-preference')
    const at = now()
    const openings = await listOpenLanes(tx, rideId, at)
    const known = await listWanted(
      tx,
      id,
      openings.map(({ opening }) => opening),
    )
    await savePreference(tx, userId, id, toColumns(wishes))
    await tellOfPreference(tx, id, { openings, known }, at)
    return listLanePreferences(tx, userId)
  })
}

/** Throws `lane-preference-not-found`. */
export async function deleteLanePreference(
  { db }: LanePreferenceDeps,
  userId: string,
  id: string,
): Promise<void> {
  if (!(await deletePreference(db, userId, id))) throw notFound('lane-preference')
}

const toColumns = ({ priority, preferredTimeRange, maxPrice }: Wishes) => ({
  priority,
  startTime: preferredTimeRange.start,
  endTime: preferredTimeRange.end,
  maxAmount: maxPrice?.amount ?? null,
  maxCurrency: maxPrice?.currency ?? null,
})

const toView = (row: ShownPreference): LanePreference => ({
  id: row.id,
  attractionId: row.rideId,
  attractionName: row.rideName,
  parkId: row.parkId,
  parkName: row.parkName,
  priority: row.priority,
  // PostgreSQL writes the seconds too.
  preferredTimeRange: { start: row.startTime.slice(0, 5), end: row.endTime.slice(0, 5) },
  maxPrice:
    row.maxAmount !== null && row.maxCurrency !== null
      ? { amount: row.maxAmount, currency: row.maxCurrency }
      : null,
  ...(row.toldAt && {
    told: { at: row.toldAt.toISOString(), returnTimeStart: row.toldStartsAt?.toISOString() ?? null },
  }),
})
