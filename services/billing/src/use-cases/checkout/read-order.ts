import type { NewWatch } from '@walkon/contracts/new-watches'
import { SMS_CONSENT } from '@walkon/contracts/sms-consent'
import type { Caller } from '@walkon/service/access'
import { hashAddress } from '@walkon/service/address-hash'
import { demandAllowed } from '@walkon/service/allowed-emails'
import type { Database } from '@walkon/service/database'
import { AppError, notFound } from '@walkon/service/errors'
import { hashToken } from '@walkon/service/link-tokens'
import type { Settings } from '../../config.ts'
import type { NewOrder, Placer } from '../../db/checkout/orders.ts'
import { findPark, type ParkRow } from '../../db/parks/parks.ts'
import { toChosen, type SameOrder } from '../../domain/order.ts'
import { dayPriceOf, toPrice } from '../../domain/price.ts'
import { demandDates } from '../parks/demand-dates.ts'
import type { ActivationMails } from '../../limits/activation-mails.ts'
import type { GuessLimit } from '../../limits/promo-guesses.ts'

export type OrderDeps = {
  db: Database
  settings: Settings
  guessLimit: GuessLimit
  mails: ActivationMails
  now: () => Date
}

/** A visitor's order. It names no price: billing computes it. */
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

/** An order as it is asked for, with all that follows from the request: each way to place it begins with this. */
export type WantedOrder = {
  order: SameOrder
  placer: Placer
  /** A visitor who orders text messages agrees to the words above the button, from here. */
  consent: Pick<NewOrder, 'consentVersion' | 'consentFrom'>
  addressHash: string
  dayPriceCents: number
  park: ParkRow
  /** The caller, where it proves the address. */
  owner: Caller | null
  client: string
}

/** The outcome of a free order. `isBlind`: it was fulfilled before, which a request without a proof must not learn. */
export type FreeActivation = {
  status: 'active' | 'confirmation-sent'
  orderId: string
  isBlind: boolean
}

/** Throws `address-not-allowed`, `park-not-found`, `date-in-past`, `date-too-far`, `unknown-ride`. */
export async function readOrder(
  { db, settings, now }: OrderDeps,
  asked: OrderRequest,
  { caller, client }: { caller: Caller | null; client: string },
): Promise<WantedOrder> {
  const { email, channel, phone = null, promoCode = null, startTime = null, tabKey } = asked
  demandAllowed(settings.ALLOWED_EMAILS, email)
  const park = await findPark(db, asked.parkId)
  if (!park) throw notFound('park')
  const dates = demandDates(asked.dates, park.timezone, now())
  const watches = asked.watches ? toChosen(asked.watches) : null
  refuseUnknownRides(watches ?? [], park)
  const owner = caller?.email === email ? caller : null
  return {
    order: { email, channel, phone, parkId: park.id, dates, startTime, promoCode, watches },
    placer: { isProven: owner !== null, tabKeyHash: tabKey === undefined ? null : hashToken(tabKey) },
    consent:
      channel === 'sms'
        ? { consentVersion: SMS_CONSENT.version, consentFrom: client }
        : { consentVersion: null, consentFrom: null },
    addressHash: hashAddress(email),
    dayPriceCents: dayPriceOf(settings, channel),
    park,
    owner,
    client,
  }
}

/** Throws `unknown-ride`. Takes any ride of a park whose rides are not stored yet: they come with its next `ParkCatalogChanged`. */
function refuseUnknownRides(watches: NewWatch[], { rideIds }: ParkRow): void {
  const unknown = rideIds && watches.find(({ rideId }) => !rideIds.includes(rideId))
  if (unknown) throw new AppError('unknown-ride', `This park has no ride ${unknown.rideId}`)
}

/** An order that waits for a proof of its address. Its code is judged when it is fulfilled: it must make all of it free. */
export const toFreeOrder = (
  { order, placer, consent, dayPriceCents }: WantedOrder,
  { CONFIRMATION_HOURS }: Pick<Settings, 'CONFIRMATION_HOURS'>,
  now: Date,
): NewOrder => ({
  ...order,
  isProven: placer.isProven,
  ...consent,
  ...toPrice({ days: order.dates.length, dayPriceCents, discount: { kind: 'all-days' } }),
  status: 'awaiting-confirmation',
  createdAt: now,
  expiresAt: new Date(now.getTime() + CONFIRMATION_HOURS * 3_600_000),
})
