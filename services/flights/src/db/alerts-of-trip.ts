import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { and, eq, sql } from 'drizzle-orm'
import type { FlightAlertRow } from './flight-alerts.ts'
import { flightAlerts } from './schema.ts'

/** The active alerts that watch a trip, locked. */
export const lockAlertsOfTrip = (tx: Transaction, tripId: string): Promise<FlightAlertRow[]> =>
  tx
    .select()
    .from(flightAlerts)
    .where(and(eq(flightAlerts.tripId, tripId), eq(flightAlerts.active, true)))
    .orderBy(flightAlerts.id)
    .for('update')

/** The airports that the active alerts of a trip chose; null stands for all of its destination. */
export async function listChosenAirports(db: Queryable, tripId: string): Promise<(string | null)[]> {
  const rows = await db
    .selectDistinct({ airport: flightAlerts.airport })
    .from(flightAlerts)
    .where(and(eq(flightAlerts.tripId, tripId), eq(flightAlerts.active, true)))
  return rows.map(({ airport }) => airport)
}

export type ToldPrice = { id: string; firstCents: number; toldCents: number | null; toldAt: string | null }

/** Records of each alert the first price, and what it was told. */
export async function saveTold(tx: Transaction, told: ToldPrice[]): Promise<void> {
  if (told.length === 0) return
  await tx.execute(sql`
    update flight_alerts as alert
    set first_cents = coalesce(alert.first_cents, told."firstCents"),
      told_cents = coalesce(told."toldCents", alert.told_cents), told_at = coalesce(told."toldAt", alert.told_at)
    from jsonb_to_recordset(${asJsonb(told)}) as told(id uuid, "firstCents" int, "toldCents" int, "toldAt" timestamptz)
    where alert.id = told.id`)
}

/** Some active alerts whose departure may be over: its day has begun everywhere. Others skip them until the transaction ends. */
export const lockDeparting = (tx: Transaction, today: string, limit: number): Promise<FlightAlertRow[]> =>
  tx
    .select()
    .from(flightAlerts)
    .where(and(eq(flightAlerts.active, true), sql`${flightAlerts.departureDateStart} < ${today}::date`))
    .orderBy(flightAlerts.departureDateStart, flightAlerts.id)
    .limit(limit)
    .for('update', { skipLocked: true })

export async function savePast(tx: Transaction, alertIds: string[], now: Date): Promise<void> {
  await tx.execute(sql`
    update flight_alerts set active = false, ended_at = ${now.toISOString()}::timestamptz, ended_reason = 'past'
    from jsonb_array_elements_text(${asJsonb(alertIds)}) as over(id) where flight_alerts.id = over.id::uuid`)
}
