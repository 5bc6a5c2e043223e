import type { RideStatus } from '@walkon/contracts/values'
import type { Database, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import { historyImports } from './schema.ts'

/** The NOTIFY channel on which a finished import is announced. */
export const HISTORY_CHANNEL = 'history'

export type ArchivedReading = {
  rideId: string
  observedAt: string
  status: RideStatus
  waitMinutes: number | null
}

/** The posted waits of a ride in one hour of the park's calendar. */
export type ArchivedHour = {
  rideId: string
  date: string
  hour: number
  samples: number
  minMinutes: number
  maxMinutes: number
  sumMinutes: number
}

/** Both leave out rides that the catalogue lacks and rows that are there already, and return how many rows are new. */
export async function insertArchivedReadings(tx: Transaction, readings: ArchivedReading[]): Promise<number> {
  const rows = await tx.execute(sql`
    insert into observations (ride_id, observed_at, status, wait_minutes)
    select attractions.id, "observedAt", status, "waitMinutes"
    from jsonb_to_recordset(${asJsonb(readings)})
      as r("rideId" uuid, "observedAt" timestamptz, status text, "waitMinutes" smallint)
    join attractions on attractions.id = "rideId"
    on conflict do nothing`)
  return rows.count
}

export async function insertArchivedHours(tx: Transaction, hours: ArchivedHour[]): Promise<number> {
  const rows = await tx.execute(sql`
    insert into hourly_waits (park_id, date, hour, ride_id, samples, min_minutes, max_minutes, sum_minutes)
    select park_id, date, hour, attractions.id, samples, "minMinutes", "maxMinutes", "sumMinutes"
    from jsonb_to_recordset(${asJsonb(hours)})
      as r("rideId" uuid, date date, hour smallint, samples integer, "minMinutes" smallint, "maxMinutes" smallint,
        "sumMinutes" integer)
    join attractions on attractions.id = "rideId"
    on conflict do nothing`)
  return rows.count
}

export async function saveImportFinished(tx: Transaction, finishedAt: Date): Promise<void> {
  await tx
    .insert(historyImports)
    .values({ id: 1, finishedAt })
    .onConflictDoUpdate({ target: historyImports.id, set: { finishedAt } })
}

/** Null if nothing was ever imported. */
export async function findImportFinishedAt(db: Database): Promise<Date | null> {
  const [row] = await db.select({ finishedAt: historyImports.finishedAt }).from(historyImports)
  return row?.finishedAt ?? null
}
