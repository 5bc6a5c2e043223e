import type { Database, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

export type PassWindow = { passId: string; parkId: string | null; startsAt: string; endsAt: string }

/** Replaces all windows of these passes. */
export async function savePassWindows(
  tx: Transaction,
  passIds: string[],
  windows: PassWindow[],
): Promise<void> {
  await deletePassWindows(tx, passIds)
  await tx.execute(sql`
    insert into pass_windows (pass_id, park_id, starts_at, ends_at)
    select "passId", "parkId", "startsAt", "endsAt" from jsonb_to_recordset(${asJsonb(windows)})
      as r("passId" uuid, "parkId" uuid, "startsAt" timestamptz, "endsAt" timestamptz)
    on conflict do nothing`)
}

export async function deletePassWindows(tx: Transaction, passIds: string[]): Promise<void> {
  await tx.execute(sql`delete from pass_windows where pass_id = any(${uuids(passIds)})`)
}

/** A destination is polled this long before the window, so that the window's first reading is not a baseline. */
const AHEAD = sql`interval '5 minutes'`

/** Destinations of parks with an active pass. */
export async function listDestinationsWithPass(db: Database, now: Date): Promise<string[]> {
  const rows = await db.execute<{ destination_id: string }>(sql`
    select distinct park.destination_id from parks park
    where exists (
      select from pass_windows pass
      where (pass.park_id is null or pass.park_id = park.id)
        and pass.starts_at <= ${now.toISOString()}::timestamptz + ${AHEAD}
        and pass.ends_at > ${now.toISOString()}::timestamptz)`)
  return rows.map((row) => row.destination_id)
}
