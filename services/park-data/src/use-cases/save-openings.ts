import type { Database } from '@walkon/service/database'
import { replaceOpenings, saveHoursRead } from '../db/upkeep.ts'
import type { Opening } from '../domain/opening-hours.ts'

/**
 * Replaces the park's hours from the first listed day on. An empty list removes nothing: known hours hold
 * until the feed lists others.
 */
export async function saveOpenings(
  db: Database,
  parkId: string,
  openings: Opening[],
  readAt: Date,
): Promise<void> {
  const [firstDate] = openings.map(({ date }) => date).toSorted()
  await db.transaction(async (tx) => {
    await saveHoursRead(tx, parkId, readAt)
    if (firstDate !== undefined) await replaceOpenings(tx, parkId, firstDate, openings)
  })
}
