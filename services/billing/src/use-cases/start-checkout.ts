import type { newCheckout, startedCheckout } from '@walkon/contracts/http/checkouts'
import type { ClientLimit } from '@walkon/service/client-limit'
import type { Caller } from '@walkon/service/access'
import { hashAddress } from '@walkon/service/address-hash'
import { demandAllowed } from '@walkon/service/allowed-emails'
import { checkPhone } from '@walkon/service/check-phone'
import { AppError, notFound, tooManyRequests } from '@walkon/service/errors'
import type { Log } from '@walkon/service/log'
import { notOffered } from '@walkon/service/not-offered'
import type { NumberLimit } from '@walkon/service/number-limit'
import type { z } from 'zod'
import type { Settings } from '../config.ts'
import type { StripeClient } from '../clients/stripe.ts'
import { saveSession, type CheckoutRow } from '../db/checkouts.ts'
import { insertFreeSession } from '../db/free-sessions.ts'
import type { OrderRow } from '../db/orders.ts'
import { findPark, type ParkRow } from '../db/parks.ts'
import { findPromoCode } from '../db/promo-codes.ts'
import { toLineItem } from '../domain/line-item.ts'
import { toNextCheck } from '../domain/next-check.ts'
import { toPrice } from '../domain/price.ts'
import { toDiscount } from '../domain/promo-code.ts'
import { activateFree } from './activate-alerts.ts'
import type { HeldLimit } from './limit-held.ts'
import type { Guesser } from './limit-promo-guesses.ts'
import { dayPriceOf, toWantedOrder, type ActivationDeps, type FreeActivation } from './place-order.ts'
import { placePaidOrder, type PlacedPaid } from './place-paid-order.ts'
import { placeReleasing } from './release-code.ts'

type Asked = z.output<typeof newCheckout>
export type CheckoutDeps = ActivationDeps & {
  /** Null where nothing can be paid: free orders are taken all the same. */
  stripe: StripeClient | null
  checkoutLimit: ClientLimit
  heldLimit: HeldLimit
  numberLimit: NumberLimit
  log: Log
}

/**
 * Places an order and opens a page on which it is paid. A free order (a promo code, a price of 0) is not paid: its
 * address is confirmed by mail, or shown by the request. Throws `park-not-found`, `address-left`, `date-in-past`, `date-too-far`, `day-sold-out`,
 * `phone-required`, `phone-country`, `sms-not-offered`, `not-offered`, `address-not-allowed`, `checkout-unavailable`, `too-many-numbers`, `too-many-requests` and what a promo code is refused with.
 */
export async function startCheckout(
  deps: CheckoutDeps,
  given: Asked,
  { caller, client }: { caller: Caller | null; client: string },
): Promise<z.output<typeof startedCheckout>> {
  const { db, settings, guessLimit, stripe } = deps
  // Only an order for text messages has a number.
  const asked = given.channel === 'sms' ? given : { ...given, phone: undefined }
  demandAllowed(settings.ALLOWED_EMAILS, asked.email)
  checkChannel(asked, settings)
  const park = await findPark(db, asked.parkId)
  if (!park) throw notFound('park')
  const guesser = caller?.email === asked.email ? { addressHash: hashAddress(asked.email) } : { client }
  if (await isFree(deps, asked, { park, guesser })) {
    // A free order sends a confirmation request by text, so its numbers are limited.
    if (asked.phone !== undefined) await deps.numberLimit.admit(client, asked.phone)
    return openFreeSession(deps, asked, await activateFree(deps, asked, { park, caller, client }))
  }

  if (!stripe) throw notOffered()
  await deps.checkoutLimit.admit(client)
  const { checkout, order } = await guessLimit.count(guesser, () =>
    placeReleasing({ ...deps, stripe }, asked, () =>
      db.transaction(async (tx) => {
        const placed = await placePaidOrder(tx, deps, asked, { park, caller, client })
        if (placed.isNew) await admitHeld(deps, client, placed)
        return placed
      }),
    ),
  )
  const { sessionId, url, status } = checkout
  // The bank is working on a payment of this order, so the visitor is shown how it stands and does not pay again.
  if (sessionId !== null && status === 'processing')
    return { sessionId, url: toReturnUrls(settings.PUBLIC_URL, sessionId, asked).successUrl }
  if (sessionId !== null && url !== null) return { sessionId, url }
  return openSession({ ...deps, stripe }, { checkout, order, park, returnTo: asked.returnTo })
}

/** What the order holds while its page is open. */
async function admitHeld(
  { heldLimit, settings }: CheckoutDeps,
  client: string,
  { heldCode, order }: PlacedPaid,
): Promise<void> {
  if (heldCode)
    await heldLimit.admit(client, {
      kind: 'held-promo-code',
      name: heldCode.code,
      uses: heldCode.maxRedemptions,
    })
  const uses = settings.DAILY_PASSES_PER_PARK ?? null
  for (const date of order.dates)
    await heldLimit.admit(client, { kind: 'held-spots', name: `${order.parkId}:${date}`, uses })
}

/**
 * Whether there is nothing to pay. This does not judge the code: the way that the order takes does. An unknown code takes that of free
 * orders. Where the guesses of a network are used up, a code that makes all of the order free does: it is judged when the mailed link is followed,
 * so that each further guess costs a mailbox. One that leaves something to pay has no such way, and waits; it uses up a checkout, so that
 * to find one by this answer costs as much as to buy. Throws `too-many-requests`.
 */
async function isFree(
  { db, settings, guessLimit, checkoutLimit, now }: CheckoutDeps,
  asked: Asked,
  { park, guesser }: { park: ParkRow; guesser: Guesser },
): Promise<boolean> {
  const { dates, channel, promoCode } = toWantedOrder(asked, park, now())
  const waitSeconds = promoCode === null ? null : await guessLimit.check(guesser)
  if (waitSeconds !== null && 'addressHash' in guesser) throw tooManyRequests('promo-guess', waitSeconds)
  const code = promoCode === null ? null : await findPromoCode(db, promoCode)
  if (promoCode !== null && !code) return true
  const dayPriceCents = dayPriceOf(settings, channel)
  const { totalCents } = toPrice({ days: dates.length, dayPriceCents, discount: code && toDiscount(code) })
  if (waitSeconds === null || totalCents === 0) return totalCents === 0
  if ('client' in guesser) await checkoutLimit.admit(guesser.client)
  throw tooManyRequests('promo-guess', waitSeconds)
}

/** The session of an order that is not paid is ours. Each request has one of its own. */
export const FREE_SESSION = 'free_'

async function openFreeSession(
  { db, settings }: CheckoutDeps,
  asked: ReturnOf,
  { orderId, isBlind }: FreeActivation,
): Promise<z.output<typeof startedCheckout>> {
  const { id } = await insertFreeSession(db, { orderId, isBlind })
  const sessionId = `${FREE_SESSION}${id}`
  return { sessionId, url: toReturnUrls(settings.PUBLIC_URL, sessionId, asked).successUrl }
}

/**
 * A call without an answer may have made a session. No visitor is sent to that session, and it expires. A next try has the same key for a
 * minute, and then is another checkout.
 */
async function openSession(
  { db, stripe, settings, log, now }: CheckoutDeps & { stripe: StripeClient },
  {
    checkout,
    order,
    park,
    returnTo,
  }: { checkout: CheckoutRow; order: OrderRow; park: ParkRow } & Pick<Asked, 'returnTo'>,
): Promise<z.output<typeof startedCheckout>> {
  try {
    const session = await stripe.createSession({
      idempotencyKey: `checkout:${checkout.id}`,
      orderId: order.id,
      email: order.email,
      item: toLineItem(order, park.name),
      expiresAt: checkout.expiresAt,
      ...toReturnUrls(settings.PUBLIC_URL, '{CHECKOUT_SESSION_ID}', { channel: order.channel, returnTo }),
    })
    const isKept = await saveSession(db, checkout.id, { ...session, checkAt: toNextCheck(checkout, now()) })
    if (!isKept) throw new Error('The order was erased, or the checkout replaced, meanwhile')
    return session
  } catch (error) {
    log.error({ err: error, checkoutId: checkout.id }, 'no checkout session was opened')
    throw new AppError('checkout-unavailable', 'Failed to create checkout session', { cause: error })
  }
}

type ReturnOf = Pick<Asked, 'channel' | 'returnTo'>

/** Where the payment page leads back to. Stripe puts the id in place of its variable, so the braces stay as they are. */
function toReturnUrls(publicUrl: string, sessionId: string, { channel, returnTo }: ReturnOf) {
  const pageOf = (path: string) => new URL(path, publicUrl).href
  if (returnTo === 'get-alerts') {
    const page = pageOf('/get-alerts')
    return {
      successUrl: `${page}?success=true&session_id=${sessionId}`,
      cancelUrl: `${page}?canceled=true`,
    }
  }
  return {
    successUrl: `${pageOf('/subscription-success')}?session_id=${sessionId}&alert_type=${channel}`,
    cancelUrl: pageOf('/?canceled=true#alerts'),
  }
}

function checkChannel({ channel, phone }: Asked, settings: Settings): void {
  if (channel !== 'sms') return
  if (!settings.SMS_ENABLED) throw new AppError('sms-not-offered', 'SMS alerts are not offered')
  checkPhone(phone, settings.SMS_COUNTRIES)
}
