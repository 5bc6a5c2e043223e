import type { startedCheckout } from '@walkon/contracts/http/checkouts'
import type { ClientLimit } from '@walkon/service/client-limit'
import type { Log } from '@walkon/service/log'
import { notOffered } from '@walkon/service/not-offered'
import type { z } from 'zod'
import type { StripeClient } from '../../clients/stripe.ts'
import { saveSession } from '../../db/checkout/checkouts.ts'
import { toLineItem } from '../../domain/line-item.ts'
import { toReturnUrls, toSessionKey, type Return } from '../../domain/return-urls.ts'
import { guesserOf } from './decide-way.ts'
import type { HeldLimit } from '../../limits/held.ts'
import { openPage } from './open-page.ts'
import { placePaidOrder, type PlacedPaid } from './place-paid-order.ts'
import type { OrderDeps, WantedOrder } from './read-order.ts'
import { placeReleasing } from '../promo-codes/release-code.ts'

export type PayDeps = OrderDeps & {
  /** Null where nothing can be paid: free orders are taken all the same. */
  stripe: StripeClient | null
  checkoutLimit: ClientLimit
  heldLimit: HeldLimit
  log: Log
}

type Started = z.output<typeof startedCheckout>

/** The page to which the payment page returns the visitor, and the origin of ours on which it is. */
type Back = { asked: Return; site: string }

/** Places an order that is paid, and opens its page. Throws `not-offered`, `checkout-unavailable`, and what `placePaidOrder` throws. */
export async function payOrder(deps: PayDeps, wanted: WantedOrder, back: Back): Promise<Started> {
  const { db, guessLimit, checkoutLimit, stripe } = deps
  if (!stripe) throw notOffered()
  await checkoutLimit.admit(wanted.client)
  const placed = await guessLimit.count(guesserOf(wanted), () =>
    placeReleasing({ ...deps, stripe }, wanted, () =>
      db.transaction((tx) => placePaidOrder(tx, deps, wanted)),
    ),
  )
  const { sessionId, url, status } = placed.checkout
  // The bank is working on a payment of this order, so the visitor is shown how it stands and does not pay again.
  if (sessionId !== null && status === 'processing')
    return { sessionId, url: toReturnUrls(back.site, sessionId, back.asked).successUrl }
  if (sessionId !== null && url !== null) return { sessionId, url }
  return openSession({ ...deps, stripe }, placed, { parkName: wanted.park.name, ...back })
}

const openSession = (
  deps: PayDeps & { stripe: StripeClient },
  { checkout, order }: PlacedPaid,
  { parkName, asked, site }: { parkName: string } & Back,
): Promise<Started> =>
  openPage(deps, {
    product: 'checkout',
    row: checkout,
    create: () =>
      deps.stripe.createSession({
        idempotencyKey: toSessionKey(`checkout:${checkout.id}`, site, deps.settings),
        orderId: order.id,
        email: order.email,
        item: toLineItem(order, parkName),
        expiresAt: checkout.expiresAt,
        ...toReturnUrls(site, '{CHECKOUT_SESSION_ID}', asked),
      }),
    save: (session) => saveSession(deps.db, checkout.id, session),
  })
