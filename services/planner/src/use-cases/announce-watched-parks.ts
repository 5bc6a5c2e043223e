import { companionWatchChanged } from '@walkon/contracts/events/planner'
import { emit } from '@walkon/messaging/emit'
import type { Database } from '@walkon/service/database'
import { parkDayAt } from '@walkon/service/park-day'
import { listParkTimezones, saveWatchedParks } from '../db/watched-parks.ts'

/** Tells until when restaurant alerts and preferences watch each park, where that has changed, so that the park is polled each minute. */
export async function announceWatchedParks(db: Database, now: Date): Promise<void> {
  const parks = await listParkTimezones(db)
  const today = parks.map(({ id, timezone }) => {
    const { date, endsAt } = parkDayAt(now, timezone)
    return { parkId: id, date, endsAt }
  })
  await db.transaction(async (tx) => {
    const changed = await saveWatchedParks(tx, today, now)
    await emit(
      tx,
      companionWatchChanged,
      changed.map((data) => ({ data })),
    )
  })
}
