import { NEAR_VISITORS_LIMIT, type FoundVisitor, type Sought } from '@walkon/contracts/http/desk'
import { lockOfThing } from '@walkon/service/advisory-locks'
import type { Database, Queryable } from '@walkon/service/database'
import { tooManyRequests } from '@walkon/service/errors'
import { sql } from 'drizzle-orm'
import { audit } from './admin-actions.ts'
import { rankNear } from './near-addresses.ts'

const ACTION = 'find-by-near'
/** Accounts that one member of the desk is shown in an hour; a search that finds none is one. Enough for the phone, too few to list all. */
export const NEAR_ENTRIES_PER_HOUR = 100
const HOUR_SECONDS = 60 * 60
/** Addresses that are ranked: those of a common name, not those of everybody. */
const CANDIDATES = 2000

type NearOptions = {
  db: Database
  now: () => Date
  findVisitors(sought: Sought, limit: number): Promise<FoundVisitor[]>
}

/**
 * Finds the few visitors whose addresses are near a text. Each of them is an entry of the trail, and the entries of the hour are counted
 * there: no replica and no restart forgets one. Throws `too-many-requests`.
 */
export async function findNear(
  { db, now, findVisitors }: NearOptions,
  actorId: string,
  sought: Sought,
): Promise<FoundVisitor[]> {
  await demandSearch(db, actorId, now())
  const found = await findVisitors(sought, CANDIDATES)
  const near = rankNear(sought.text, found).slice(0, NEAR_VISITORS_LIMIT)
  await db.transaction(async (tx) => {
    // Searches of one member take turns: a hundred at once are counted.
    await tx.execute(sql`select pg_advisory_xact_lock(${lockOfThing(sql`${`${ACTION} ${actorId}`}`)})`)
    await demandSearch(tx, actorId, now())
    const subjects = near.flatMap(({ userId }) => userId ?? [])
    const act = { actorId, action: ACTION, ...(sought.lookUpId && { lookUpId: sought.lookUpId }), now: now() }
    if (subjects.length === 0) await audit(tx, act)
    for (const subjectId of subjects) await audit(tx, { ...act, subjectId })
  })
  return near
}

async function demandSearch(db: Queryable, actorId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - HOUR_SECONDS * 1000).toISOString()
  const [hour] = await db.execute<{ entries: number }>(sql`
    select count(*)::int as entries from admin_actions
    where actor_id = ${actorId} and action = ${ACTION} and acted_at > ${since}::timestamptz`)
  if ((hour?.entries ?? 0) >= NEAR_ENTRIES_PER_HOUR) throw tooManyRequests(ACTION, HOUR_SECONDS)
}
