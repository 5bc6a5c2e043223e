import type { CheckoutKey } from '@walkon/contracts/http/checkouts'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { hashToken } from '@walkon/service/link-tokens'
import type { SealedTokens } from '@walkon/service/sealed-tokens'
import { findBySession } from '../../db/checkout/checkouts.ts'
import { findOrder } from '../../db/checkout/orders.ts'
import { MANAGE_TOKEN_SECONDS, OPENS_ALERTS_MS } from '../../domain/confirmation-link.ts'

export type CheckoutKeyDeps = { db: Database; manageTokens: SealedTokens; now: () => Date }

/**
 * The key for the tab that ordered: it opens the alerts of the order's park alone, because a payment proves no mailbox. Throws
 * `checkout-not-found` for another tab, and for an order that is not fulfilled or was fulfilled long before.
 */
export async function openCheckoutKey(
  { db, manageTokens, now: clock }: CheckoutKeyDeps,
  sessionId: string,
  tabKey: string,
): Promise<CheckoutKey> {
  const now = clock()
  const checkout = await findBySession(db, sessionId)
  const order = checkout?.orderId ? await findOrder(db, checkout.orderId) : null
  const isOpen =
    order?.tabKeyHash === hashToken(tabKey) &&
    order.fulfilledAt !== null &&
    now.getTime() - order.fulfilledAt.getTime() < OPENS_ALERTS_MS
  if (!order || !isOpen)
    throw new AppError('checkout-not-found', 'No order was placed with this session in this tab')
  const { email, parkId } = order
  const sealed = { expiresInSeconds: MANAGE_TOKEN_SECONDS, now, parkId }
  return { manageToken: await manageTokens.seal(email, sealed) }
}
