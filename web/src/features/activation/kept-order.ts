import { KEPT_ORDER } from '../../lib/kept-order.ts'
import { readTabValue, writeTabValue } from '../../lib/tab-store.ts'
import { array, enum as oneOf, object, string, type output } from 'zod/mini'

const keptOrder = object({
  parkId: string(),
  channel: oneOf(['email', 'sms']),
  email: string(),
  phone: string(),
  dates: array(string()),
  promoCode: string(),
})
type KeptOrder = output<typeof keptOrder>

/**
 * Goes to the page of the payment, and keeps what was entered for the way back. It stays in this tab, and out of every
 * address. A browser may show the page again as it was left: `onBack` is called then.
 */
export function leaveFor(url: string, order: KeptOrder, onBack: () => void): void {
  writeTabValue(KEPT_ORDER, JSON.stringify(order))
  addEventListener('pageshow', ({ persisted }) => persisted && onBack(), { once: true })
  location.assign(url)
}

/** Null where there is none, or it was written by another version of the app. */
export function readKeptOrder(): KeptOrder | null {
  try {
    return keptOrder.parse(JSON.parse(readTabValue(KEPT_ORDER) ?? 'null'))
  } catch {
    return null
  }
}
