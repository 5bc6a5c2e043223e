import { activationResult, type ActivationResult } from '@walkon/contracts/http/activations'
import {
  quotedAmounts,
  startedCheckout,
  type NewQuote,
  type QuotedAmounts,
} from '@walkon/contracts/http/checkouts'
import type { NewWatch } from '@walkon/contracts/new-watches'
import { ApiError, request, type Caller } from '../../lib/api.ts'
import { isOffered } from '../../lib/offers.ts'
import { ensureTabKey } from '../../lib/tab-key.ts'
import type { Draft } from './draft.ts'
import { toRefusal, type Refusal } from './order-refusal.ts'

/** The ticket's calls to billing. Their code is loaded when the visitor chooses something. */

export type Order = Draft & {
  parkId: string
  /** The page that the payment leads back to, where it is another than that of all orders. */
  returnTo?: 'get-alerts'
  /** The rides that the alerts are for; none: all of the park. */
  watches?: NewWatch[]
}

/** The page's part of an order, beside the entries. */
export type OrderPart = Pick<Order, 'returnTo' | 'watches'>

export const toOrder = (
  draft: Draft,
  parkId: string,
  { returnTo, watches = ridesOf(draft, parkId) }: Partial<OrderPart>,
): Order => ({
  ...draft,
  ...(returnTo && { returnTo }),
  ...(watches && { watches }),
  email: draft.email.trim(),
  promoCode: draft.promoCode.trim(),
  dates: draft.dates.toSorted(),
  parkId,
})

const ridesOf = ({ rides }: Draft, parkId: string) => (rides?.parkId === parkId ? rides.watches : undefined)

/** An order that is active or waits for its mail, as it was sent. */
export type TakenOrder = { status: ActivationResult['status']; order: Order }

/** An order that was taken; or the page that comes next, of the payment or of a free order. */
export type Placed = TakenOrder | { url: string }

/** A price, and why the promo code was left out of it, if it was. */
export type Price = { quote: QuotedAmounts; refusal: Refusal | null }

/** Asks for the price with the promo code, and for the price without it where the code is refused. */
export async function askPrice(asked: NewQuote, signal?: AbortSignal): Promise<Price> {
  try {
    return { quote: await askQuote(asked, signal), refusal: null }
  } catch (error) {
    if (asked.promoCode === undefined || !isRefused(error)) throw error
    const { channel, days } = asked
    return { quote: await askQuote({ channel, days }, signal), refusal: toRefusal(error, channel) }
  }
}

type Sender = { caller: Caller | null; price: Price | null }

/** A caller of the order's address has proven it: free alerts start at once. */
export async function placeOrder(order: Order, sender: Sender): Promise<Placed | Refusal> {
  try {
    return await sendOrder(order, sender)
  } catch (error) {
    const refusal = toRefusal(error, order.channel)
    if (refusal.code === 'address-left') await renewToken(sender.caller)
    return refusal
  }
}

/** The next token names the account's new address, which the form then begins with. */
async function renewToken(caller: Caller | null): Promise<void> {
  if (caller?.renew)
    await caller
      .token()
      .then(caller.renew)
      .catch(() => undefined)
}

/** Sends an order. If codes cannot be judged now, billing judges the code before the alerts start. */
async function sendOrder(order: Order, { caller, price }: Sender): Promise<Placed | Refusal> {
  const mayBeFree = price?.quote.totalCents === 0 || price?.refusal?.code === 'too-many-requests'
  if (price?.refusal && !mayBeFree) return price.refusal
  const isFree = isOffered('payments') ? order.promoCode !== '' && mayBeFree : true
  return isFree && order.channel === 'email'
    ? { ...(await activate(order, caller)), order }
    : startCheckout(order, caller)
}

/** Free email alerts. */
export function activate(
  { email, parkId, dates, promoCode, startTime, watches }: Order,
  caller: Caller | null,
) {
  return request(activationResult, '/billing/activations', {
    method: 'POST',
    body: {
      email,
      parkId,
      dates,
      ...(promoCode !== '' && { promoCode }),
      ...(startTime && { startTime }),
      ...(watches && { watches }),
    },
    ...(caller && { caller }),
  })
}

/** Billing decides whether the order is free. The spec names the failures (core, section 8). */
async function startCheckout(order: Order, caller: Caller | null): Promise<Placed> {
  const { email, parkId, dates, channel, phone, promoCode, startTime, returnTo, watches } = order
  try {
    return await request(startedCheckout, '/billing/checkouts', {
      method: 'POST',
      body: {
        email,
        parkId,
        dates,
        channel,
        tabKey: ensureTabKey(),
        ...(startTime && { startTime }),
        ...(returnTo && { returnTo }),
        ...(channel === 'sms' && { phone }),
        ...(promoCode !== '' && { promoCode }),
        ...(watches && { watches }),
      },
      ...(caller && { caller }),
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'unexpected-answer') throw new ApiError(201, 'no-checkout-url', error.message)
    throw error.code === 'internal' ? new ApiError(error.status, 'checkout-failed', error.message) : error
  }
}

const askQuote = (asked: NewQuote, signal?: AbortSignal) =>
  request(quotedAmounts, '/billing/quotes', { method: 'POST', body: asked, ...(signal && { signal }) })

/** The code is refused, and not the connection or the server at fault. */
const isRefused = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500
