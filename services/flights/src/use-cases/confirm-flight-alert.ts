import type { LinkedFlightAlert } from '@walkon/contracts/http/flights'
import { holdUser } from '@walkon/runtime/erased-users'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { hashToken } from '@walkon/service/link-tokens'
import { findAlertByLink, lockAddress, lockAlertByLink, type FlightAlertRow } from '../db/flight-alerts.ts'
import { isDepartureOver } from '../domain/trip.ts'
import { refuseTooMany } from './set-flight-alert.ts'
import { toWatched } from './show-alert.ts'
import type { TellDeps } from './tell-of-deals.ts'
import { watchTrip } from './watch-trip.ts'

export type ConfirmDeps = TellDeps & { db: Database }

/**
 * Returns the alert that the link would confirm, or has confirmed. Changes nothing: a mail program that opens every link turns nothing on.
 * Throws `flight-link-invalid` and `flight-link-expired`.
 */
export async function describeLink({ db, now }: ConfirmDeps, token: string): Promise<LinkedFlightAlert> {
  return toLinked(workingAlert(await findAlertByLink(db, hashToken(token)), now()))
}

/**
 * Confirms the address of an alert, which is watched from now on; the same link again changes nothing. Throws `flight-link-invalid`,
 * `flight-link-expired` and `flight-alerts-full`.
 */
export async function confirmFlightAlert(deps: ConfirmDeps, token: string): Promise<LinkedFlightAlert> {
  const linkHash = hashToken(token)
  const found = await findAlertByLink(deps.db, linkHash)
  return deps.db.transaction(async (tx) => {
    // Locks in the order of `set-flight-alert.ts`, so that the two cannot deadlock.
    if (found?.userId) await holdUser(tx, found.userId)
    if (found) await lockAddress(tx, found.addressHash)
    const alert = workingAlert(await lockAlertByLink(tx, linkHash), deps.now())
    if (!alert.confirmedAt) {
      await refuseTooMany(tx, alert.addressHash)
      await watchTrip(tx, alert, deps)
    }
    return { ...toLinked(alert), isConfirmed: true }
  })
}

function workingAlert(alert: FlightAlertRow | null, now: Date): FlightAlertRow {
  if (!alert)
    throw new AppError('flight-link-invalid', 'This link is not one of ours, or its alert was deleted')
  const isExpired = !alert.confirmedAt && alert.linkExpiresAt !== null && alert.linkExpiresAt <= now
  if (isExpired || !alert.active || isDepartureOver(alert.homeAirport, alert.departureDateStart, now)) {
    throw new AppError('flight-link-expired', 'This link has expired. Please set the alert again.')
  }
  return alert
}

const toLinked = (alert: FlightAlertRow): LinkedFlightAlert => ({
  ...toWatched(alert),
  email: alert.email,
  isConfirmed: alert.confirmedAt !== null,
})
