import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import type { ParkLevels } from '../../domain/marks.ts'

type LevelRow = {
  parkId: string
  readAt: string
  rideId: string | null
  waitMinutes: number | null
  aboveAt: (string | null)[] | null
}

/** When the rides of these parks were last above each mark, as of the newest reading of each park. */
export async function listLevels(db: Queryable, parkIds: string[]): Promise<Map<string, ParkLevels>> {
  const rows = await db.execute<LevelRow>(sql`
    select read.park_id as "parkId", read.read_at as "readAt", level.ride_id as "rideId", level.wait_minutes as "waitMinutes",
      to_jsonb(level.above_at) as "aboveAt"
    from park_readings read left join ride_levels level on level.park_id = read.park_id
    where read.park_id = any(${uuids(parkIds)})`)
  const levels = new Map<string, ParkLevels>(parkIds.map((id) => [id, { readAt: null, rides: new Map() }]))
  for (const { parkId, readAt, rideId, waitMinutes, aboveAt } of rows) {
    const park = levels.get(parkId)
    if (!park) continue
    park.readAt = new Date(readAt)
    if (rideId)
      park.rides.set(rideId, {
        waitMinutes,
        aboveAt: (aboveAt ?? []).map((at) => (at === null ? null : new Date(at))),
      })
  }
  return levels
}

/** Saves the newest reading of these parks, and the rides whose wait is another since the one before. */
export async function saveLevels(
  tx: Transaction,
  parks: { parkId: string; levels: ParkLevels; changed: string[] }[],
): Promise<void> {
  const read = parks.flatMap(({ parkId, levels: { readAt } }) => (readAt ? [{ parkId, readAt }] : []))
  if (read.length === 0) return
  await tx.execute(sql`
    insert into park_readings (park_id, read_at)
    select "parkId", "readAt" from jsonb_to_recordset(${asJsonb(read)}) as r("parkId" uuid, "readAt" timestamptz)
    order by "parkId"
    on conflict (park_id) do update set read_at = excluded.read_at`)
  const rides = parks.flatMap(({ parkId, levels, changed }) =>
    changed.map((rideId) => ({ parkId, rideId, ...levels.rides.get(rideId) })),
  )
  if (rides.length === 0) return
  await tx.execute(sql`
    insert into ride_levels (ride_id, park_id, wait_minutes, above_at)
    select distinct on ("rideId") "rideId", "parkId", "waitMinutes", "aboveAt"
    from jsonb_to_recordset(${asJsonb(rides)})
      as r("rideId" uuid, "parkId" uuid, "waitMinutes" int, "aboveAt" timestamptz[])
    order by "rideId"
    on conflict (ride_id) do update set park_id = excluded.park_id, wait_minutes = excluded.wait_minutes,
      above_at = excluded.above_at`)
}
