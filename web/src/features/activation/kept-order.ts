import { KEPT_ORDER } from '../../lib/kept-order.ts'
import { writeTabValue } from '../../lib/tab-store.ts'
import { array, enum as oneOf, nullable, object, optional, string, type output } from 'zod/mini'
import type { Order } from './order-calls.ts'

/** As it was entered, or as it was sent. The page to which a payment returns does not name the park. */
const keptOrder = object({
  parkId: optional(string()),
  channel: oneOf(['email', 'sms']),
  email: nullable(string()),
  phone: string(),
  dates: array(string()),
  promoCode: string(),
  appliedCode: optional(nullable(string())),
  rides: optional(
    object({
      parkId: string(),
      rideId: string(),
      rideName: string(),
      scope: oneOf(['ride', 'big', 'all']),
      // The ticket chooses rides at their default limits.
      watches: optional(array(object({ rideId: string() }))),
    }),
  ),
})
export type KeptOrder = output<typeof keptOrder>

/**
 * Goes to the page of the payment, and keeps the sent order for the way back. It stays in this tab, and out of every address. A browser may
 * show the page again as it was left: `onBack` is called then.
 */
export function leaveFor(url: string, order: Order, onBack: () => void): void {
  const kept: KeptOrder = { ...order, appliedCode: order.promoCode || null }
  writeTabValue(KEPT_ORDER, JSON.stringify(kept))
  addEventListener('pageshow', ({ persisted }) => persisted && onBack(), { once: true })
  location.assign(url)
}

/** Null for what another version of the app has written. */
export function parseKeptOrder(text: string): KeptOrder | null {
  try {
    return keptOrder.parse(JSON.parse(text))
  } catch {
    return null
  }
}
