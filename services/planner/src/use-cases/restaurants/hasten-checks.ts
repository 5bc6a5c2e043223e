import { audit } from '@walkon/runtime/admin-actions'
import { holdUser } from '@walkon/runtime/erased-users'
import type { Database } from '@walkon/service/database'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import { hastenChecksOf, hastenChecksOn } from '../../db/restaurants/table-checks.ts'
import { LEAST_PAUSE_MS } from '../../domain/check-pace.ts'
import { TABLE_CHECKS_CHANNEL } from './set-restaurant-alert.ts'

export type HastenDeps = { db: Database; now: () => Date; settings: { TABLE_CHECK_SECONDS: number } }

/**
 * Checks the days of some alerts of an account now, in their turn, unless the usual interval is not over. With `force`, unless the last
 * minute saw a check. Checks that fail keep their pause. Returns how many are due.
 */
export async function hastenOwnChecks(
  deps: HastenDeps,
  userId: string,
  { alertIds, force }: { alertIds: string[]; force: boolean },
): Promise<number> {
  return deps.db.transaction(async (tx) => {
    await holdUser(tx, userId)
    wakeAfterCommit(tx, TABLE_CHECKS_CHANNEL)
    return hastenChecksOf(tx, userId, alertIds, soonerOf(deps, force))
  })
}

/** The same for all alerts on some days of the park, for an admin who looks whether alerts work. */
export async function testManually(
  deps: HastenDeps,
  adminId: string,
  { dates, force }: { dates: string[]; force: boolean },
): Promise<number> {
  return deps.db.transaction(async (tx) => {
    await holdUser(tx, adminId)
    wakeAfterCommit(tx, TABLE_CHECKS_CHANNEL)
    const queued = await hastenChecksOn(tx, dates, soonerOf(deps, force))
    await audit(tx, {
      actorId: adminId,
      action: 'test-restaurant-alerts',
      subjectId: dates.toSorted().join(' '),
      now: deps.now(),
    })
    return queued
  })
}

function soonerOf({ now, settings }: HastenDeps, force: boolean) {
  const at = now()
  const pauseMs = force ? LEAST_PAUSE_MS : settings.TABLE_CHECK_SECONDS * 1_000
  return { now: at, checkedBefore: new Date(at.getTime() - pauseMs) }
}
