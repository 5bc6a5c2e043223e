import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { lockOfThing } from '@walkon/service/advisory-locks'
import { keysetOf } from '@walkon/service/keyset-page'
import { asJsonb } from '@walkon/service/sql-parameters'
import { and, count, desc, eq, getTableColumns, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { flightAlerts } from './schema.ts'

export type FlightAlertRow = typeof flightAlerts.$inferSelect
export type NewFlightAlertRow = typeof flightAlerts.$inferInsert

/** The owner of alerts: an account, which has an address, or an address that a mail's link proves. */
export type Owner = { userId: string | null; addressHash: string }

const isTheirs = ({ userId, addressHash }: Owner) =>
  userId === null
    ? eq(flightAlerts.addressHash, addressHash)
    : or(eq(flightAlerts.userId, userId), eq(flightAlerts.addressHash, addressHash))

/** Until the transaction ends no other one sets or confirms an alert of the address. */
export async function lockAddress(tx: Transaction, addressHash: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOfThing(sql`'address.' || ${addressHash}::text`)})`)
}

export async function insertAlert(tx: Transaction, alert: NewFlightAlertRow): Promise<FlightAlertRow> {
  const [row] = await tx.insert(flightAlerts).values(alert).returning()
  if (!row) throw new Error('The alert was not stored')
  return row
}

/** An active alert of the address that watches the same for the same price; null if there is none. */
export async function findSameAlert(
  tx: Transaction,
  alert: Pick<
    FlightAlertRow,
    | 'addressHash'
    | 'homeAirport'
    | 'destinationPark'
    | 'airport'
    | 'maxPrice'
    | 'departureDateStart'
    | 'returnDateStart'
  >,
): Promise<FlightAlertRow | null> {
  const [row] = await tx
    .select()
    .from(flightAlerts)
    .where(
      and(
        eq(flightAlerts.addressHash, alert.addressHash),
        eq(flightAlerts.active, true),
        eq(flightAlerts.homeAirport, alert.homeAirport),
        eq(flightAlerts.destinationPark, alert.destinationPark),
        sql`${flightAlerts.airport} is not distinct from ${alert.airport}`,
        eq(flightAlerts.maxPrice, alert.maxPrice),
        eq(flightAlerts.departureDateStart, alert.departureDateStart),
        sql`${flightAlerts.returnDateStart} is not distinct from ${alert.returnDateStart}::date`,
      ),
    )
    .orderBy(desc(flightAlerts.confirmedAt))
    .limit(1)
  return row ?? null
}

/** The confirmed alerts of an address that are active. */
export async function countActive(tx: Transaction, addressHash: string): Promise<number> {
  const [row] = await tx
    .select({ active: count() })
    .from(flightAlerts)
    .where(
      and(
        eq(flightAlerts.addressHash, addressHash),
        eq(flightAlerts.active, true),
        isNotNull(flightAlerts.confirmedAt),
      ),
    )
  return row?.active ?? 0
}

export async function saveLink(
  tx: Transaction,
  alertId: string,
  link: { linkHash: string; linkSentAt: Date; linkExpiresAt: Date },
): Promise<void> {
  await tx.update(flightAlerts).set(link).where(eq(flightAlerts.id, alertId))
}

/** A mail about an alert that is on: its link stays. */
export async function saveLinkSent(tx: Transaction, alertId: string, linkSentAt: Date): Promise<void> {
  await tx.update(flightAlerts).set({ linkSentAt }).where(eq(flightAlerts.id, alertId))
}

export async function findAlertByLink(db: Queryable, linkHash: string): Promise<FlightAlertRow | null> {
  const [row] = await db.select().from(flightAlerts).where(eq(flightAlerts.linkHash, linkHash))
  return row ?? null
}

/** The alert with this link, not to be changed by others until the transaction ends. */
export async function lockAlertByLink(tx: Transaction, linkHash: string): Promise<FlightAlertRow | null> {
  const [row] = await tx.select().from(flightAlerts).where(eq(flightAlerts.linkHash, linkHash)).for('update')
  return row ?? null
}

export async function saveConfirmed(
  tx: Transaction,
  alertId: string,
  confirmed: { tripId: string; confirmedAt: Date; userId: string | null },
): Promise<void> {
  await tx.update(flightAlerts).set(confirmed).where(eq(flightAlerts.id, alertId))
}

const newest = keysetOf([flightAlerts.createdAt, flightAlerts.id], 'desc')

export async function listAlerts(
  db: Database,
  owner: Owner,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const rows = await db
    .select({ ...getTableColumns(flightAlerts), key: newest.key })
    .from(flightAlerts)
    .where(and(isTheirs(owner), newest.after(cursor)))
    .orderBy(...newest.orderBy)
    .limit(limit + 1)
  return newest.toPage(rows, limit)
}

/** For the export: all of them, the oldest first. */
export const listAllAlerts = (db: Database, owner: Owner): Promise<FlightAlertRow[]> =>
  db.select().from(flightAlerts).where(isTheirs(owner)).orderBy(flightAlerts.createdAt)

/** Returns whether there was one. */
export async function deleteAlert(db: Database, owner: Owner, alertId: string): Promise<boolean> {
  const deleted = await db
    .delete(flightAlerts)
    .where(and(eq(flightAlerts.id, alertId), isTheirs(owner)))
    .returning({ id: flightAlerts.id })
  return deleted.length > 0
}

/** Ends the alerts of an address that were set before it left the list. */
export async function endLeftAlerts(
  tx: Transaction,
  addressHash: string,
  { leftAt, now }: { leftAt: Date; now: Date },
): Promise<void> {
  await tx
    .update(flightAlerts)
    .set({ active: false, endedAt: now, endedReason: 'left' })
    .where(
      and(
        eq(flightAlerts.addressHash, addressHash),
        eq(flightAlerts.active, true),
        sql`coalesce(${flightAlerts.confirmedAt}, ${flightAlerts.createdAt}) <= ${leftAt.toISOString()}::timestamptz`,
      ),
    )
}

/** An account has another address since `changedAt`: the confirmed alerts of the old one go there. Later ones are another visitor's. */
export async function moveAlerts(
  tx: Transaction,
  { from, changedAt }: { from: string; changedAt: Date },
  to: { userId: string; email: string; addressHash: string },
): Promise<void> {
  await tx
    .update(flightAlerts)
    .set(to)
    .where(and(eq(flightAlerts.addressHash, from), lte(flightAlerts.confirmedAt, changedAt)))
}

/** Alerts that ended before an instant, and alerts whose link was never followed. Returns how many were deleted. */
export async function deleteEndedAlerts(
  db: Database,
  { endedBefore, unconfirmedBefore }: { endedBefore: Date; unconfirmedBefore: Date },
  limit: number,
): Promise<number> {
  const deleted = await db.execute(sql`
    delete from flight_alerts where id = any(array(
      select id from flight_alerts
      where ended_at < ${endedBefore.toISOString()}::timestamptz
        or (confirmed_at is null and link_expires_at < ${unconfirmedBefore.toISOString()}::timestamptz)
      limit ${limit}))`)
  return deleted.count
}

/** Deletes the alerts that an account set, and those under its addresses from before it left them. Returns the addresses. */
export async function deleteAlertsOf(
  tx: Transaction,
  erased: { userId: string; addressHash: string; deletedAt: string }[],
): Promise<string[]> {
  const deleted = await tx.execute<{ email: string }>(sql`
    delete from flight_alerts as alert
    using jsonb_to_recordset(${asJsonb(erased)}) as erased("userId" uuid, "addressHash" text, "deletedAt" timestamptz)
    where alert.user_id = erased."userId"
      or (alert.address_hash = erased."addressHash" and alert.created_at <= erased."deletedAt")
    returning alert.email`)
  return [...new Set(deleted.map(({ email }) => email))]
}

/** Counts alerts by state, for the gauges. */
export async function countAlerts(db: Database): Promise<{ active: number; waiting: number }> {
  const [row] = await db
    .select({
      active: count(sql`case when ${flightAlerts.confirmedAt} is not null then 1 end`),
      waiting: count(sql`case when ${isNull(flightAlerts.confirmedAt)} then 1 end`),
    })
    .from(flightAlerts)
    .where(eq(flightAlerts.active, true))
  return row ?? { active: 0, waiting: 0 }
}
