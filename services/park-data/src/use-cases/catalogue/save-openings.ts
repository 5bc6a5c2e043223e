import type { Database } from '@walkon/service/database'
import { Temporal } from 'temporal-polyfill'
import { replaceOpenings, saveHoursRead } from '../../db/upkeep.ts'
import type { Opening } from '../../domain/opening-hours.ts'

/**
 * Replaces the park's hours from today or the first listed day on, whichever is earlier. A day that the newest schedule does not list is
 * closed. An empty list removes nothing: known hours hold until the feed lists others. The hours of yesterday, which may end after
 * midnight, stay.
 */
export async function saveOpenings(
  db: Database,
  { id, timezone }: { id: string; timezone: string },
  openings: Opening[],
  readAt: Date,
): Promise<void> {
  const [firstDate] = [calendarDateOf(readAt, timezone), ...openings.map(({ date }) => date)].toSorted()
  await db.transaction(async (tx) => {
    await saveHoursRead(tx, id, readAt)
    if (openings.length > 0 && firstDate !== undefined) await replaceOpenings(tx, id, firstDate, openings)
  })
}

const calendarDateOf = (at: Date, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone).toPlainDate().toString()
