import type { newCheckout, startedCheckout } from '@walkon/contracts/http/checkouts'
import type { Caller } from '@walkon/service/access'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { AppError, notFound } from '@walkon/service/errors'
import type { Log } from '@walkon/service/log'
import type { z } from 'zod'
import type { Settings } from '../config.ts'
import type { StripeClient } from '../clients/stripe.ts'
import { findPayable, insertCheckout, saveSession, type CheckoutRow } from '../db/checkouts.ts'
import { insertOrder, lockAddresses, lockSameOrder, saveExpiry, type OrderRow } from '../db/orders.ts'
import { findPark, type ParkRow } from '../db/parks.ts'
import { decideDates, isDateProblem } from '../domain/pass-windows.ts'
import { toPrice } from '../domain/price.ts'
import { activateFree } from './activate-alerts.ts'
import { checkPhone } from './check-phone.ts'
import type { CheckoutLimit } from './limit-checkouts.ts'
import { dateRefused, dayPriceOf, toConsent, type ActivationDeps } from './place-order.ts'

type Asked = z.output<typeof newCheckout>
export type CheckoutDeps = ActivationDeps & { stripe: StripeClient; checkoutLimit: CheckoutLimit; log: Log }

/** Stripe takes no less than half an hour; the rest is for clocks that differ. */
const SESSION_MS = 32 * 60_000
/** Stripe is asked about an open session at least once an hour, so that a lost webhook is noticed. */
const ASK_AGAIN_MS = 60 * 60_000

/** When Stripe is asked next of itself: within the hour, and right after the session's end. */
export function toNextCheck({ expiresAt }: Pick<CheckoutRow, 'expiresAt'>, now: Date): Date {
  const atEndMs = expiresAt.getTime() + 60_000
  const againMs = now.getTime() + ASK_AGAIN_MS
  return new Date(atEndMs > now.getTime() ? Math.min(atEndMs, againMs) : againMs)
}

/**
 * Places an order and opens a page on which it is paid. A free order (a promo code, a price of 0) is not paid: its
 * address is confirmed by mail, or shown by the request. Throws `park-not-found`, `date-in-past`, `date-too-far`,
 * `phone-required`, `phone-country`, `sms-not-offered`, `checkout-unavailable`, `too-many-requests` and what a promo code is refused with.
 */
export async function startCheckout(
  deps: CheckoutDeps,
  asked: Asked,
  { caller, client }: { caller: Caller | null; client: string },
): Promise<z.output<typeof startedCheckout>> {
  const { db, settings } = deps
  checkChannel(asked, settings)
  const park = await findPark(db, asked.parkId)
  if (!park) throw notFound('park')
  const dayPriceCents = dayPriceOf(settings, asked.channel)
  if (asked.promoCode !== undefined || dayPriceCents === 0) {
    const { orderId } = await activateFree(deps, asked, { park, caller, client })
    const sessionId = `${FREE_SESSION}${orderId}`
    return { sessionId, url: successUrl(settings.PUBLIC_URL, sessionId, asked.channel) }
  }

  await deps.checkoutLimit.admit(client)
  const { checkout, order } = await db.transaction((tx) => placePaidOrder(tx, deps, asked, { park, client }))
  if (checkout.sessionId !== null && checkout.url !== null) {
    return { sessionId: checkout.sessionId, url: checkout.url }
  }
  return openSession(deps, { checkout, order, park })
}

/** The session of an order that is not paid is ours; the order's id cannot be guessed. */
export const FREE_SESSION = 'free_'

/** The same request while its session is open is the same checkout: a double click opens one page. */
async function placePaidOrder(
  tx: Transaction,
  { settings, now: clock }: CheckoutDeps,
  asked: Asked,
  { park, client }: { park: ParkRow; client: string },
): Promise<{ checkout: CheckoutRow; order: OrderRow }> {
  await lockAddresses(tx, [hashAddress(asked.email)])
  const now = clock()
  const dates = decideDates(asked.dates, park.timezone, now)
  if (isDateProblem(dates)) throw dateRefused(dates)
  const { email, channel, startTime = null, phone = null } = asked
  const wanted = { email, channel, phone, parkId: park.id, dates, startTime, promoCode: null }
  const before = await lockSameOrder(tx, wanted)
  const expiresAt = new Date(now.getTime() + SESSION_MS)
  if (before?.status === 'awaiting-payment') {
    const payable = await findPayable(tx, before.id, now)
    if (payable) return { checkout: payable, order: before }
    await saveExpiry(tx, before.id, expiresAt)
    return { checkout: await insertFor(tx, before, { now, expiresAt }), order: before }
  }
  const dayPriceCents = dayPriceOf(settings, channel)
  const order = await insertOrder(tx, {
    ...wanted,
    ...toConsent(channel, client),
    ...toPrice({ days: dates.length, dayPriceCents, isFree: false }),
    status: 'awaiting-payment',
    createdAt: now,
    expiresAt,
  })
  return { checkout: await insertFor(tx, order, { now, expiresAt }), order }
}

const insertFor = (tx: Transaction, order: OrderRow, { now, expiresAt }: { now: Date; expiresAt: Date }) =>
  insertCheckout(tx, {
    orderId: order.id,
    parkId: order.parkId,
    amountCents: order.totalCents,
    createdAt: now,
    expiresAt,
  })

/** A call without an answer may have made a session; it is not shown to anybody and expires. The next try has the same key. */
async function openSession(
  { db, stripe, settings, log, now }: CheckoutDeps,
  { checkout, order, park }: { checkout: CheckoutRow; order: OrderRow; park: ParkRow },
): Promise<z.output<typeof startedCheckout>> {
  try {
    const session = await stripe.createSession({
      idempotencyKey: `checkout:${checkout.id}`,
      orderId: order.id,
      email: order.email,
      productName: `${order.channel === 'sms' ? 'SMS' : 'Email'} alerts, ${park.name}`,
      days: order.dates.length,
      dayPriceCents: order.dayPriceCents,
      expiresAt: checkout.expiresAt,
      successUrl: successUrl(settings.PUBLIC_URL, '{CHECKOUT_SESSION_ID}', order.channel),
      cancelUrl: new URL('/', settings.PUBLIC_URL).href,
    })
    await saveSession(db, checkout.id, { ...session, checkAt: toNextCheck(checkout, now()) })
    return session
  } catch (error) {
    log.error({ err: error, checkoutId: checkout.id }, 'no checkout session was opened')
    throw new AppError('checkout-unavailable', 'Failed to create checkout session', { cause: error })
  }
}

/** Stripe puts the id in place of its variable, so the braces stay as they are. */
const successUrl = (publicUrl: string, sessionId: string, channel: string) =>
  `${new URL('/subscription-success', publicUrl).href}?session_id=${sessionId}&alert_type=${channel}`

function checkChannel({ channel, phone }: Asked, settings: Settings): void {
  if (channel !== 'sms') return
  if (!settings.SMS_ENABLED) throw new AppError('sms-not-offered', 'SMS alerts are not offered')
  checkPhone(phone, settings.SMS_COUNTRIES)
}
