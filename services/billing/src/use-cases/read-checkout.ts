import type { checkoutState } from '@walkon/contracts/http/checkouts'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import { z } from 'zod'
import { CHECKOUTS_DUE_CHANNEL, findBySession, markDue, type CheckoutRow } from '../db/checkouts.ts'
import { findOrder, type OrderRow } from '../db/orders.ts'
import { getPark } from '../db/parks.ts'
import { findAnnouncedRefund } from '../db/refunds.ts'
import { FREE_SESSION } from './start-checkout.ts'

type State = z.output<typeof checkoutState>

/**
 * What the success page shows. The browser's return proves nothing, so an open session is looked up at Stripe, as a
 * webhook would have it. Throws `checkout-not-found`.
 */
export async function readCheckout(db: Database, sessionId: string, now: Date): Promise<State> {
  const { order, checkout } = await find(db, sessionId)
  if (!order) throw new AppError('checkout-not-found', 'No order was placed with this session')
  if (checkout?.status === 'open' && order.status !== 'fulfilled') {
    await markDue(db, { sessionId }, now)
    wakeAfterCommit(db, CHECKOUTS_DUE_CHANNEL)
  }
  const park = await getPark(db, order.parkId)
  const { channel, parkId, dates, totalCents } = order
  const refund = checkout && (await findAnnouncedRefund(db, checkout.id))
  return {
    status: toStatus(order, checkout),
    channel,
    parkId,
    parkName: park.name,
    dates,
    totalCents,
    currency: 'usd',
    ...(refund && { refund: { reason: 'guarantee', amountCents: refund.amountCents } }),
  }
}

async function find(
  db: Database,
  sessionId: string,
): Promise<{ order: OrderRow | null; checkout: CheckoutRow | null }> {
  const freeOrderId = z
    .uuid()
    .safeParse(sessionId.startsWith(FREE_SESSION) ? sessionId.slice(FREE_SESSION.length) : null)
  if (freeOrderId.success) {
    const order = await findOrder(db, freeOrderId.data)
    return { order: order?.totalCents === 0 ? order : null, checkout: null }
  }
  const checkout = await findBySession(db, sessionId)
  const order = checkout?.orderId ? await findOrder(db, checkout.orderId) : null
  return { order, checkout }
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
