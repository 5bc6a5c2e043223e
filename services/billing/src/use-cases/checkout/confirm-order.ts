import type { ConfirmedActivation } from '@walkon/contracts/http/activations'
import { hashToken } from '@walkon/service/link-tokens'
import type { SealedTokens } from '@walkon/service/sealed-tokens'
import type { Transaction } from '@walkon/service/database'
import { findConfirmation } from '../../db/checkout/confirmations.ts'
import { MANAGE_TOKEN_SECONDS, OPENS_ALERTS_MS } from '../../domain/confirmation-link.ts'
import { datesOver, expiredLink, unknownLink } from './refuse-link.ts'
import { lockPaymentOf, markPaymentsDue, saveCheckout } from '../../db/checkout/checkouts.ts'
import { lockOrder, type OrderRow } from '../../db/checkout/orders.ts'
import type { ParkRow } from '../../db/parks/parks.ts'
import { findPassSpan } from '../../db/passes/passes.ts'
import { toPassEnd } from '../../domain/pass-windows.ts'
import type { OrderDeps } from './read-order.ts'
import { fulfilOrder } from './fulfil-order.ts'
import { writeReceipt } from '../payments/write-receipt.ts'

export type ConfirmationDeps = Pick<OrderDeps, 'db' | 'settings' | 'now'> & {
  manageTokens: SealedTokens
}

/**
 * Fulfils the order of a mailed link. The link of a fulfilled order always gets the same answer: a second tab, a double click or a lost
 * answer is no error. Throws `confirmation-token-invalid`, `confirmation-token-expired`, `dates-over` and the errors of `fulfilOrder`. The
 * order then stays as it is, and the link is refused in the same way the next time.
 */
export async function confirmOrder(
  { db, settings, manageTokens, now: clock }: ConfirmationDeps,
  token: string,
): Promise<ConfirmedActivation> {
  const now = clock()
  const confirmation = await findConfirmation(db, hashToken(token))
  if (!confirmation) throw unknownLink()
  const { orderId, addressHash, expiresAt } = confirmation

  const { order, fulfilment } = await db.transaction(async (tx) => {
    const locked = await lockOrder(tx, orderId)
    // The order was erased between the two queries, and its link with it.
    if (!locked) throw unknownLink()
    // The account has another address since, and the link went to the old one.
    if (locked.addressHash !== addressHash) throw expiredLink()
    const isTooLate = locked.status !== 'fulfilled' && expiresAt <= now
    const made = isTooLate
      ? GIVEN_UP
      : await fulfilOrder(tx, orderId, { now, settings, isConfirmedByMail: true })
    if (made.state === 'fulfilled' && locked.status === 'awaiting-confirmation')
      await settlePayment(tx, { order: locked, ...made }, now)
    return { order: locked, fulfilment: made }
  })

  if (fulfilment.state === 'dates-over') throw datesOver()
  if (fulfilment.state === 'given-up') throw expiredLink()
  const { park, dates } = fulfilment
  const fulfilledAt = order.fulfilledAt ?? now
  const manageToken =
    now.getTime() - fulfilledAt.getTime() < OPENS_ALERTS_MS
      ? await manageTokens.seal(order.email, { expiresInSeconds: MANAGE_TOKEN_SECONDS, now })
      : null
  const span = await findPassSpan(db, orderId)
  return {
    status: 'active',
    parkId: park.id,
    parkName: park.name,
    dates,
    ...(span && { passEnd: toPassEnd(span.endsAt, park) }),
    manageToken,
  }
}

/** The receipt of an order that was paid before, and what it owes for days that are over. */
async function settlePayment(
  tx: Transaction,
  made: { order: OrderRow; park: ParkRow; dates: string[] },
  now: Date,
): Promise<void> {
  const checkout = await lockPaymentOf(tx, made.order.id)
  if (!checkout) return
  const owedCents = await writeReceipt(tx, { checkout, ...made }, now)
  if (owedCents === 0) return
  const owed = { owedCents, owedReason: 'days-over', owedState: 'due', owedAt: now } as const
  await saveCheckout(tx, checkout.id, owed)
  await markPaymentsDue(tx, [made.order.id], now)
}

const GIVEN_UP = { state: 'given-up' } as const
