import type { RideStatus } from '@walkon/contracts/values'
import type { Database, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { desc, eq, sql } from 'drizzle-orm'
import { historyImports } from './schema.ts'

/** The NOTIFY channel on which an import announces what it has added so far, and its end. */
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

const [IMPORT, BUILD] = [1, 2]

export const saveImportFinished = (tx: Transaction, finishedAt: Date) => save(tx, IMPORT, finishedAt)

/** Of statistics, of some parks or of all. */
export const saveBuildFinished = (tx: Transaction, finishedAt: Date) => save(tx, BUILD, finishedAt)

async function save(tx: Transaction, id: number, finishedAt: Date): Promise<void> {
  await tx
    .insert(historyImports)
    .values({ id, finishedAt })
    .onConflictDoUpdate({ target: historyImports.id, set: { finishedAt } })
}

/** Null if no archive was ever imported to its end. */
export async function findImportFinishedAt(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ finishedAt: historyImports.finishedAt })
    .from(historyImports)
    .where(eq(historyImports.id, IMPORT))
  return row?.finishedAt ?? null
}

/** The end of the newest import or build; null if there was neither. */
export async function findHistoryChangedAt(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ finishedAt: historyImports.finishedAt })
    .from(historyImports)
    .orderBy(desc(historyImports.finishedAt))
    .limit(1)
  return row?.finishedAt ?? null
}
