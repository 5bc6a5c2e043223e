import { MAX_DAYS_AHEAD } from '@walkon/contracts/http/billing'
import type { NewWatch } from '@walkon/contracts/new-watches'
import { SMS_CONSENT } from '@walkon/contracts/sms-consent'
import { isLeft } from '@walkon/runtime/ended-links'
import type { Caller } from '@walkon/service/access'
import type { Database, Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { Settings } from '../config.ts'
import { insertOrder, type OrderRow, type Placer } from '../db/orders.ts'
import type { ParkRow } from '../db/parks.ts'
import { toChosen, type SameOrder } from '../domain/order.ts'
import { decideDates, isDateProblem, type DateProblem } from '../domain/pass-windows.ts'
import { toPrice } from '../domain/price.ts'
import { hashSecret } from './hash-secret.ts'
import type { ActivationMails } from './limit-activation-mails.ts'
import type { GuessLimit } from './limit-promo-guesses.ts'

export type ActivationDeps = {
  db: Database
  settings: Settings
  guessLimit: GuessLimit
  mails: ActivationMails
  now: () => Date
}

/** What a visitor orders. It names no price: billing computes it. */
export type OrderRequest = {
  email: string
  parkId: string
  dates: string[]
  startTime?: string | undefined
  channel: 'email' | 'sms'
  phone?: string | undefined
  promoCode?: string | undefined
  /** The secret of the tab that orders. */
  tabKey?: string | undefined
  watches?: NewWatch[] | undefined
}

export type FreeOrder = SameOrder

/** What became of a free order. `isBlind`: it was fulfilled before, which a request without a proof must not learn. */
export type FreeActivation = {
  status: 'active' | 'confirmation-sent'
  orderId: string
  isBlind: boolean
}

/** What a visitor asks for, as an order. Throws `date-in-past`, `date-too-far`, `unknown-ride`. */
export function toWantedOrder(asked: OrderRequest, park: ParkRow, now: Date): FreeOrder {
  const { email, channel, phone = null, promoCode = null, startTime = null } = asked
  const dates = decideDates(asked.dates, park.timezone, now)
  if (isDateProblem(dates)) throw dateRefused(dates)
  const watches = asked.watches ? toChosen(asked.watches) : null
  refuseUnknownRides(watches ?? [], park)
  return { email, channel, phone, parkId: park.id, dates, startTime, promoCode, watches }
}

/** Throws `unknown-ride`. A park that the catalogue has not listed anew since rides are kept is not judged. */
function refuseUnknownRides(watches: NewWatch[], { rideIds }: ParkRow): void {
  const unknown = rideIds && watches.find(({ rideId }) => !rideIds.includes(rideId))
  if (unknown) throw new AppError('unknown-ride', `This park has no ride ${unknown.rideId}`)
}

/**
 * Orders move once, when an account changes its address: a later one for the old address, by a token or a link from before, would be its
 * owner's no more. The caller of this holds the lock of the address. Throws `address-left`.
 */
export async function refuseLeftAddress(
  tx: Transaction,
  caller: Caller | null,
  { email }: Pick<OrderRequest, 'email'>,
): Promise<void> {
  if (caller?.email === email && (await isLeft(tx, caller)))
    throw new AppError('address-left', 'The account has another address by now')
}

/** Places an order that waits for a proof of its address. Its code is judged when it is fulfilled: it must make all of it free. */
export function placeFreeOrder(
  tx: Transaction,
  wanted: FreeOrder,
  { settings, client, now, isProven }: { settings: Settings; client: string; now: Date; isProven: boolean },
): Promise<OrderRow> {
  return insertOrder(tx, {
    ...wanted,
    isProven,
    ...toConsent(wanted.channel, client),
    ...toPrice({
      days: wanted.dates.length,
      dayPriceCents: dayPriceOf(settings, wanted.channel),
      discount: { kind: 'all-days' },
    }),
    status: 'awaiting-confirmation',
    createdAt: now,
    expiresAt: new Date(now.getTime() + settings.CONFIRMATION_HOURS * 3_600_000),
  })
}

/** Who places an order; the secret of a tab is kept as a hash alone. */
export const toPlacer = (caller: Caller | null, { email, tabKey }: OrderRequest): Placer => ({
  isProven: caller?.email === email,
  tabKeyHash: tabKey === undefined ? null : hashSecret(tabKey),
})

/** A visitor who orders text messages agrees to the words above the button, from here. */
export const toConsent = (channel: 'email' | 'sms', client: string) =>
  channel === 'sms'
    ? { consentVersion: SMS_CONSENT.version, consentFrom: client }
    : { consentVersion: null, consentFrom: null }

/** The list price of a day, in integer cents. */
export const dayPriceOf = (
  { SMS_DAY_CENTS, EMAIL_DAY_CENTS }: Pick<Settings, 'SMS_DAY_CENTS' | 'EMAIL_DAY_CENTS'>,
  channel: 'email' | 'sms',
): number => (channel === 'sms' ? SMS_DAY_CENTS : EMAIL_DAY_CENTS)

export function dateRefused({ problem, date }: DateProblem): AppError {
  const message =
    problem === 'date-in-past' ? 'is over at the park' : `is more than ${MAX_DAYS_AHEAD} days ahead`
  return new AppError(problem, `${date} ${message}`)
}
