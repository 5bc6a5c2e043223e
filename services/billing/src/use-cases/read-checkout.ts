import type { checkoutState } from '@walkon/contracts/http/checkouts'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import { z } from 'zod'
import { CHECKOUTS_DUE_CHANNEL, findBySession, markDue, type CheckoutRow } from '../db/checkouts.ts'
import { findOrder, type OrderRow } from '../db/orders.ts'
import { getPark } from '../db/parks.ts'
import { findFreeSession } from '../db/free-sessions.ts'
import { findAnnouncedRefund } from '../db/refunds.ts'
import { FREE_SESSION } from './start-checkout.ts'

type State = z.output<typeof checkoutState>

/**
 * What the success page shows. The browser's return proves nothing, so an open session is looked up at Stripe, as a
 * webhook would have it. Throws `checkout-not-found`.
 */
export async function readCheckout(db: Database, sessionId: string, now: Date): Promise<State> {
  const { order, checkout, isBlind } = await find(db, sessionId)
  if (!order) throw new AppError('checkout-not-found', 'No order was placed with this session')
  if (checkout?.status === 'open' && order.status !== 'fulfilled') {
    await markDue(db, { sessionId }, now)
    wakeAfterCommit(db, CHECKOUTS_DUE_CHANNEL)
  }
  const park = await getPark(db, order.parkId)
  const { channel, parkId, dates, totalCents } = order
  const refund = checkout && (await findAnnouncedRefund(db, checkout.id))
  return {
    status: isBlind ? toWaiting(order, now) : toStatus(order, checkout),
    channel,
    parkId,
    parkName: park.name,
    dates,
    totalCents,
    currency: 'usd',
    ...(refund && { refund: { reason: 'guarantee', amountCents: refund.amountCents } }),
  }
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

/** The pass was revoked with it. */
const isMoneyBack = ({ disputed, refundedCents, amountCents }: CheckoutRow): boolean =>
  disputed || refundedCents >= amountCents

function toStatus(order: OrderRow, checkout: CheckoutRow | null): State['status'] {
  if (checkout?.status === 'paid' && isMoneyBack(checkout)) return 'expired'
  if (order.status === 'fulfilled') return 'active'
  if (checkout?.status === 'processing' || checkout?.status === 'paid') return 'processing'
  return order.status === 'expired' || order.status === 'cancelled' ? 'expired' : 'open'
}

/** As if nothing had been confirmed. */
const toWaiting = (order: OrderRow, now: Date): State['status'] =>
  order.expiresAt <= now ? 'expired' : 'open'
