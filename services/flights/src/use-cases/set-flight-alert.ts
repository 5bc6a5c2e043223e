import {
  airportsOf,
  MAX_ALERTS_PER_ADDRESS,
  type FlightAlertReceipt,
  type newFlightAlert,
} from '@walkon/contracts/http/flights'
import type { CountedMails } from '@walkon/runtime/counted-mails'
import { holdUser } from '@walkon/runtime/erased-users'
import { requestLetter } from '@walkon/runtime/request-letter'
import type { Caller } from '@walkon/service/access'
import { demandAllowed, type AllowedEmails } from '@walkon/service/allowed-emails'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database, Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { z } from 'zod'
import {
  countActive,
  findSameAlert,
  insertAlert,
  lockAddress,
  saveLink,
  saveLinkSent,
  type FlightAlertRow,
  type NewFlightAlertRow,
} from '../db/flight-alerts.ts'
import { toAlreadyOnLetter, toConfirmationLetter } from '../domain/flight-letters.ts'
import { isSameRequest } from '../domain/link-wait.ts'
import { findDateProblem } from '../domain/trip.ts'
import type { ClientLimit } from '@walkon/service/client-limit'
import { hashToken, makeToken } from '@walkon/service/link-tokens'
import { datesRefused } from './refuse-dates.ts'
import { toWatched } from './show-alert.ts'
import { sealManageToken, type TellDeps } from './tell-of-deals.ts'
import { watchTrip } from './watch-trip.ts'

export type AlertDeps = TellDeps & {
  db: Database
  settings: { ALLOWED_EMAILS: AllowedEmails; FLIGHT_LINK_HOURS: number }
  alertLimit: ClientLimit
  mails: CountedMails
}

/** The asker: the account, the address that the request proves, and the client's network address. */
type Asker = { userId: string | null; caller: Caller | null; client: string }

type NewAlert = z.output<typeof newFlightAlert>

/**
 * Sets an alert. It is watched at once if the request proves the address, else after the mailed link. A request without proof learns
 * nothing about the address, its alerts or their number. The same alert again is stored once. Throws `flight-airport-elsewhere`,
 * `flight-dates-invalid`, `flight-alerts-full`, `too-many-requests`, `address-not-allowed`, and `address-mailed-enough` if no mail leaves.
 */
export async function setFlightAlert(
  deps: AlertDeps,
  wanted: NewAlert,
  { userId, caller, client }: Asker,
): Promise<FlightAlertReceipt> {
  const now = deps.now()
  refuseWrong(wanted, now)
  demandAllowed(deps.settings.ALLOWED_EMAILS, wanted.email)
  await deps.alertLimit.admit(client)
  const isProven = caller?.email === wanted.email
  return deps.db.transaction(async (tx) => {
    if (userId) await holdUser(tx, userId)
    // The row of an address is its owner's, and never of an account that typed it.
    const values = toRow(wanted, isProven ? userId : null, now)
    await lockAddress(tx, values.addressHash)
    const known = await findSameAlert(tx, values)
    if (isProven) {
      if (!known?.confirmedAt) {
        await refuseTooMany(tx, values.addressHash)
        const alert = known ?? (await insertAlert(tx, values))
        await watchTrip(tx, { ...alert, userId: values.userId ?? alert.userId }, deps)
      }
      return { status: 'active' }
    }
    await askOwner(tx, deps, { known, values, client, now })
    return { status: 'confirmation-sent' }
  })
}

/** Throws `flight-alerts-full` for an address that has as many active alerts as it may have. */
export async function refuseTooMany(tx: Transaction, addressHash: string): Promise<void> {
  if ((await countActive(tx, addressHash)) < MAX_ALERTS_PER_ADDRESS) return
  const message = `An address may have ${MAX_ALERTS_PER_ADDRESS} active flight alerts. Delete one first.`
  throw new AppError('flight-alerts-full', message)
}

function refuseWrong({ destinationPark, airport, ...dates }: NewAlert, now: Date): void {
  if (airport !== null && !airportsOf(destinationPark).includes(airport)) {
    throw new AppError('flight-airport-elsewhere', `${airport} is no airport of this destination`)
  }
  const problem = findDateProblem(dates, now)
  if (problem) throw datesRefused(problem)
}

const toRow = (wanted: NewAlert, userId: string | null, now: Date) => ({
  userId,
  email: wanted.email,
  addressHash: hashAddress(wanted.email),
  homeAirport: wanted.homeAirport,
  destinationPark: wanted.destinationPark,
  airport: wanted.airport,
  maxPrice: wanted.maxPrice,
  departureDateStart: wanted.departureDate,
  departureDateEnd: wanted.departureDate,
  returnDateStart: wanted.returnDate,
  returnDateEnd: wanted.returnDate,
  createdAt: now,
})

type Unproven = {
  known: FlightAlertRow | null
  values: NewFlightAlertRow & { addressHash: string }
  client: string
  now: Date
}

/**
 * Mails the address's owner: the link of the alert, or that the alert is on already. If a form is sent twice within a minute, the first
 * mail stands. Throws `address-mailed-enough`; nothing is stored then.
 */
async function askOwner(tx: Transaction, deps: AlertDeps, unproven: Unproven): Promise<void> {
  const { known, values, client, now } = unproven
  if (isSameRequest(known?.linkSentAt ?? null, now)) return
  await deps.mails.count(tx, { email: values.email, client, isOwners: false }, now)
  if (known?.confirmedAt) await mailAlreadyOn(tx, deps, known)
  else await mailLink(tx, deps, { alert: known ?? (await insertAlert(tx, values)), now })
}

async function mailLink(
  tx: Transaction,
  { settings }: AlertDeps,
  { alert, now }: { alert: FlightAlertRow; now: Date },
): Promise<void> {
  const token = makeToken()
  const linkHash = hashToken(token)
  const expiresAt = new Date(now.getTime() + settings.FLIGHT_LINK_HOURS * 3_600_000)
  await saveLink(tx, alert.id, { linkHash, linkSentAt: now, linkExpiresAt: expiresAt })
  const letter = toConfirmationLetter(toWatched(alert), { token, expiresAt })
  const link = { to: { email: alert.email }, letter, about: alert.id, occasion: linkHash }
  await requestLetter(tx, 'flights', { ...link, useful: { until: expiresAt } }, now)
}

/** The request learns nothing of the alert; its owner learns that nothing is left to do. */
async function mailAlreadyOn(tx: Transaction, deps: AlertDeps, alert: FlightAlertRow): Promise<void> {
  const now = deps.now()
  const letter = toAlreadyOnLetter(toWatched(alert), { manageToken: await sealManageToken(alert, deps) })
  await saveLinkSent(tx, alert.id, now)
  const about = { about: alert.id, occasion: `already on ${now.toISOString()}` }
  const useful = { hours: deps.settings.FLIGHT_LINK_HOURS }
  await requestLetter(
    tx,
    'flights',
    { to: { email: alert.email }, letter, ...about, list: 'flights', useful },
    now,
  )
}
