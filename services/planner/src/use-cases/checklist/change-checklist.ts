import { applyChange, type ChecklistChange } from '@walkon/contracts/checklist-rule'
import type { Checklist, ChecklistChanges } from '@walkon/contracts/http/checklist'
import { holdUser } from '@walkon/runtime/erased-users'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { findPark, listRides, listKnownRideIds } from '../../db/catalog.ts'
import { listEntries, lockChecklists, saveEntries } from '../../db/checklists.ts'
import { showChecklist } from './show-checklist.ts'

type Change = ChecklistChanges['changes'][number]

/**
 * Applies the changes of a visitor in the order given, all or none, and returns the list after them. Throws `park-not-found`, and
 * `unknown-ride` for a ride that the park never had.
 */
export async function changeChecklist(
  { db, now }: { db: Database; now: () => Date },
  userId: string,
  parkId: string,
  changes: Change[],
): Promise<Checklist> {
  return db.transaction(async (tx) => {
    await holdUser(tx, userId)
    await lockChecklists(tx, userId)
    if (!(await findPark(tx, parkId))) throw new AppError('park-not-found', 'No park has this id')
    const listed = await listRides(tx, parkId)
    await refuseUnknownRides(changes, (ids) => listKnownRideIds(tx, parkId, ids))

    const present = now().getTime()
    const parkRideIds = listed.map(({ id }) => id)
    const before = await listEntries(tx, userId, parkId)
    const after = changes
      .map((change): ChecklistChange => {
        const { ageMs, ...act } = change
        return { ...act, madeAt: present - ageMs }
      })
      .reduce((entries, change) => applyChange(entries, change, parkRideIds), before)
    await saveEntries(tx, userId, parkId, after)
    return showChecklist(tx, userId, parkId)
  })
}

async function refuseUnknownRides(
  changes: Change[],
  findKnown: (ids: string[]) => Promise<string[]>,
): Promise<void> {
  const named = [...new Set(changes.flatMap((change) => ('rideId' in change ? [change.rideId] : [])))]
  const known = new Set(await findKnown(named))
  if (named.some((id) => !known.has(id))) throw new AppError('unknown-ride', 'The park has no such ride')
}
