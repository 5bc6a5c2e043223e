import type { checkoutState } from '@walkon/contracts/http/checkouts'
import { toOrderReference } from '@walkon/contracts/order-reference'
import type { Database } from '@walkon/service/database'
import type { AttemptLimit } from '@walkon/service/attempt-limit'
import { AppError } from '@walkon/service/errors'
import { z } from 'zod'
import { findBySession, type CheckoutRow } from '../../db/checkout/checkouts.ts'
import { markDue } from '../../db/payments/due.ts'
import { findOrder, type OrderRow } from '../../db/checkout/orders.ts'
import { getPark } from '../../db/parks/parks.ts'
import { findPassSpan } from '../../db/passes/passes.ts'
import { findFreeSession } from '../../db/checkout/free-sessions.ts'
import { findAnnouncedRefund } from '../../db/guarantee/guarantee-refunds.ts'
import { toPassEnd } from '../../domain/pass-windows.ts'
import { FREE_SESSION } from './start-checkout.ts'

type State = z.output<typeof checkoutState>
export type ReadCheckoutDeps = { db: Database; tries: AttemptLimit; now: () => Date }

/** The rate limit of calls to Stripe for one session, over all readers of its page. */
const LOOKS_AT_STRIPE = { limit: 1, windowSeconds: 3 }

/**
 * Reads a checkout for the success page. The browser's return proves nothing, so an open session is looked up at Stripe, as by a webhook. A
 * fulfilled order's is too: it may have been paid twice. Throws `checkout-not-found`.
 */
export async function readCheckout(
  { db, tries, now: clock }: ReadCheckoutDeps,
  sessionId: string,
): Promise<State> {
  const now = clock()
  const { order, checkout, isBlind } = await find(db, sessionId)
  if (!order) throw new AppError('checkout-not-found', 'No order was placed with this session')
  const isOpen = checkout?.status === 'open'
  if (isOpen && (await tries.spend(`checkout-look:${checkout.id}`, LOOKS_AT_STRIPE)) === null) {
    await markDue(db, 'checkouts', { sessionId }, now)
  }
  const park = await getPark(db, order.parkId)
  const { channel, parkId, dates, totalCents } = order
  const refund = checkout && (await findRefund(db, checkout))
  const lastEnd = (await findPassSpan(db, order.id))?.endsAt ?? null
  const standing = isBlind
    ? toWaiting(order, now)
    : toStanding(order, checkout, { isOver: lastEnd !== null && lastEnd <= now })
  return {
    ...standing,
    channel,
    parkId,
    parkName: park.name,
    dates,
    ...(lastEnd && !isBlind && { passEnd: toPassEnd(lastEnd, park) }),
    totalCents,
    currency: 'usd',
    // A free order can be asked for by anyone: the same reference twice would tell that its address has it.
    ...(checkout && { orderReference: toOrderReference(order.id) }),
    ...(refund && { refund }),
    ...(isOpen && order.status === 'fulfilled' && { mayBePaidTwice: true }),
  }
}

/** Finds the newest refund: the guarantee's, else that of the owed part, which comes before it. */
async function findRefund(db: Database, checkout: CheckoutRow): Promise<State['refund'] | null> {
  const guaranteed = await findAnnouncedRefund(db, checkout.id)
  if (guaranteed) return { reason: 'guarantee', ...guaranteed }
  const { owedCents, owedReason, owedState } = checkout
  if (owedCents === null || owedReason === null || owedReason === 'order-erased') return null
  // The desk's refunds are listed with the refunds of the pass.
  if (owedReason === 'support') return null
  return { reason: owedReason, amountCents: owedCents, hasFailed: owedState === 'failed' }
}

type Found = { order: OrderRow | null; checkout: CheckoutRow | null; isBlind: boolean }

async function find(db: Database, sessionId: string): Promise<Found> {
  if (sessionId.startsWith(FREE_SESSION)) return findFree(db, sessionId.slice(FREE_SESSION.length))
  const checkout = await findBySession(db, sessionId)
  const order = checkout?.orderId ? await findOrder(db, checkout.orderId) : null
  return { order, checkout, isBlind: false }
}

async function findFree(db: Database, id: string): Promise<Found> {
  const session = z.uuid().safeParse(id).success ? await findFreeSession(db, id) : null
  const order = session && (await findOrder(db, session.orderId))
  return { order, checkout: null, isBlind: session?.isBlind ?? false }
}

type Standing = Pick<State, 'status' | 'ended' | 'waitsFor'>
const ended = (how: NonNullable<State['ended']>): Standing => ({ status: 'expired', ended: how })

/** False for a second payment: the pass is that of the first one. */
const isMoneyBack = ({ status, disputed, refundedCents, amountCents, owedCents }: CheckoutRow): boolean =>
  status === 'paid' && (disputed || refundedCents >= amountCents || owedCents === amountCents)

function toStanding(
  order: OrderRow,
  checkout: CheckoutRow | null,
  { isOver }: { isOver: boolean },
): Standing {
  if (checkout && checkout.owedReason !== 'paid-twice' && isMoneyBack(checkout)) return ended('money-back')
  if (order.status === 'fulfilled') return isOver ? ended('over') : { status: 'active' }
  if (checkout && order.status === 'awaiting-confirmation')
    return { status: 'processing', waitsFor: 'confirmation' }
  if (checkout?.status === 'processing' || checkout?.status === 'paid') return { status: 'processing' }
  if (checkout?.status === 'failed') return ended('declined')
  return order.status === 'expired' || order.status === 'cancelled' ? ended('unpaid') : { status: 'open' }
}

/** The standing as if nothing had been confirmed. */
const toWaiting = (order: OrderRow, now: Date): Standing =>
  order.expiresAt <= now ? ended('unpaid') : { status: 'open' }
