import { COUNTED_DAYS, type OutageList } from '@walkon/contracts/http/how-we-do'
import type { Database } from '@walkon/service/database'
import { findRecordedSince, listOutages } from '../../db/outages.ts'
import { mergeOutages } from '../../domain/merged-outages.ts'

const DAY_MS = 86_400_000

/** The outages of the last 30 days. */
export async function showOutages(db: Database, now: Date): Promise<OutageList> {
  const recordedSince = await findRecordedSince(db)
  if (recordedSince === null) return { since: null, outages: [] }
  const since = new Date(Math.max(recordedSince.getTime(), now.getTime() - COUNTED_DAYS * DAY_MS))
  // An outage begins with its first park, also on the day on which that park alone is older than the list.
  const merged = mergeOutages(await listOutages(db, new Date(since.getTime() - DAY_MS), now))
  return {
    since: since.toISOString(),
    outages: merged.filter(({ endsAt }) => endsAt === null || new Date(endsAt) > since),
  }
}
