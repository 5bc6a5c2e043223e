import {
  airportsOf,
  MAX_ALERTS_PER_ADDRESS,
  type FlightAlertReceipt,
  type newFlightAlert,
} from '@walkon/contracts/http/flights'
import { holdUser } from '@walkon/runtime/erased-users'
import type { Caller } from '@walkon/service/access'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database, Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { z } from 'zod'
import {
  countActive,
  countLinks,
  findSameAlert,
  insertAlert,
  lockAddress,
  saveLink,
  type FlightAlertRow,
  type NewFlightAlertRow,
} from '../db/flight-alerts.ts'
import { toConfirmationLetter } from '../domain/flight-letters.ts'
import { LINK_COUNT_MS, mayMailLink } from '../domain/link-wait.ts'
import { findDateProblem } from '../domain/trip.ts'
import type { ClientLimit } from '@walkon/service/client-limit'
import { hashLinkToken, makeLinkToken } from './link-token.ts'
import { datesRefused } from './refuse-dates.ts'
import { requestLetters } from './request-letter.ts'
import { toWatched } from './show-alert.ts'
import type { TellDeps } from './tell-of-deals.ts'
import { watchTrip } from './watch-trip.ts'

export type AlertDeps = TellDeps & {
  db: Database
  settings: { CONFIRMATION_HOURS: number }
  alertLimit: ClientLimit
}

/** Who asks: the account, the address that the request proves, and the client's network address. */
type Asker = { userId: string | null; caller: Caller | null; client: string }

type NewAlert = z.output<typeof newFlightAlert>

/**
 * Sets an alert. It is watched at once where the request proves its address, else once the mailed link is followed; whether an address is
 * known, has alerts or has too many is not told to a request that does not prove it. The same alert again is stored once. Throws
 * `flight-airport-elsewhere`, `flight-dates-invalid`, `flight-alerts-full` and `too-many-requests`.
 */
export async function setFlightAlert(
  deps: AlertDeps,
  wanted: NewAlert,
  { userId, caller, client }: Asker,
): Promise<FlightAlertReceipt> {
  const now = deps.now()
  refuseWrong(wanted, now)
  await deps.alertLimit.admit(client)
  const isProven = caller?.email === wanted.email
  return deps.db.transaction(async (tx) => {
    if (userId) await holdUser(tx, userId)
    const values = toRow(wanted, userId, now)
    await lockAddress(tx, values.addressHash)
    const known = await findSameAlert(tx, values)
    if (isProven) {
      if (!known?.confirmedAt) {
        await refuseTooMany(tx, values.addressHash)
        await watchTrip(tx, known ?? (await insertAlert(tx, values)), deps)
      }
      return { status: 'active' }
    }
    if (!known?.confirmedAt) await mailLink(tx, deps, { known, values, now })
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
  now: Date
}

/** Stores the alert and mails its link. An address that was mailed often today is mailed nothing, and nothing is stored. */
async function mailLink(
  tx: Transaction,
  { settings }: AlertDeps,
  { known, values, now }: Unproven,
): Promise<void> {
  const sentToday = await countLinks(tx, values.addressHash, new Date(now.getTime() - LINK_COUNT_MS))
  if (!mayMailLink({ sentToday, lastSentAt: known?.linkSentAt ?? null }, now)) return
  const alert = known ?? (await insertAlert(tx, values))
  const token = makeLinkToken()
  const linkHash = hashLinkToken(token)
  const expiresAt = new Date(now.getTime() + settings.CONFIRMATION_HOURS * 3_600_000)
  await saveLink(tx, alert.id, { linkHash, linkSentAt: now, linkExpiresAt: expiresAt })
  const letter = toConfirmationLetter(toWatched(alert), { token, expiresAt })
  await requestLetters(tx, [{ about: linkHash, email: alert.email, letter, expiresAt, isOfList: false }])
}
