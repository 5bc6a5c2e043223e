import type { Database, Transaction } from '@walkon/service/database'
import { uuids } from '@walkon/service/sql-parameters'
import { inArray, sql, type SQL } from 'drizzle-orm'
import { DAYS_TO_JUDGE, POSTED_WITHIN_DAYS } from '../domain/ride-rule.ts'
import { attractions } from './schema.ts'

export type AttractionEntry = Omit<typeof attractions.$inferSelect, 'replacedBy'>

export async function listAttractions(db: Database, parkIds: string[]): Promise<AttractionEntry[]> {
  const { id, parkId, name, retired, postsWaits } = attractions
  return db
    .select({ id, parkId, name, retired, postsWaits })
    .from(attractions)
    .where(inArray(attractions.parkId, parkIds))
}

/** These attractions have posted a wait. */
export async function markPosting(tx: Transaction, rideIds: string[]): Promise<void> {
  await tx.execute(
    sql`update attractions set posts_waits = true where not posts_waits and id = any(${uuids(rideIds)})`,
  )
}

/** Judges the attractions of a park by the waits that they posted. In a young park none loses what it has. */
export async function judgeAttractions(tx: Transaction, parkId: string): Promise<void> {
  await tx.execute(sql`
    with span as (${openSpan(sql`${parkId}::uuid`)}),
    judged as (
      select attraction.id, (attraction.posts_waits and span.days < ${DAYS_TO_JUDGE}) or exists (
        select from hourly_waits
        where park_id = ${parkId} and date >= span.since and ride_id = attraction.id and samples > 0) as posts
      from attractions attraction cross join span where attraction.park_id = ${parkId})
    update attractions set posts_waits = posts from judged
    where attractions.id = judged.id and attractions.posts_waits <> posts`)
}

/** The first of the last days on which a park was observed open, and how many these are. Each day costs one index lookup. */
const openSpan = (parkId: SQL) => sql`
  select min(date) as since, count(date)::int as days from (
    with recursive open_day (date, place) as (
      select max(date), 1 from hourly_waits where park_id = ${parkId}
      union all
      select (select max(earlier.date) from hourly_waits earlier where earlier.park_id = ${parkId} and earlier.date < open_day.date),
        place + 1
      from open_day where date is not null and place < ${POSTED_WITHIN_DAYS})
    select date from open_day) as open_days`

/** True if a park was observed open on too few days to judge its attractions. */
export const isYoungPark = (parkId: SQL) =>
  sql`(select days < ${DAYS_TO_JUDGE} from (${openSpan(parkId)}) as span)`
