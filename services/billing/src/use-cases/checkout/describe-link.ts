import type { LinkedActivation } from '@walkon/contracts/http/activations'
import { hashToken } from '@walkon/service/link-tokens'
import { findConfirmation } from '../../db/checkout/confirmations.ts'
import { findOrder } from '../../db/checkout/orders.ts'
import { getPark } from '../../db/parks/parks.ts'
import { listPassDates } from '../../db/passes/passes.ts'
import { toPassWindows } from '../../domain/pass-windows.ts'
import type { OrderDeps } from './read-order.ts'
import { datesOver, expiredLink, unknownLink } from './refuse-link.ts'

/**
 * Returns the order that the link would confirm, or has confirmed. Changes nothing: a mail program that opens every link turns nothing on.
 * Throws `confirmation-token-invalid`, `confirmation-token-expired` and `dates-over`.
 */
export async function describeLink(
  { db, settings, now: clock }: Pick<OrderDeps, 'db' | 'settings' | 'now'>,
  token: string,
): Promise<LinkedActivation> {
  const now = clock()
  const confirmation = await findConfirmation(db, hashToken(token))
  const order = confirmation && (await findOrder(db, confirmation.orderId))
  if (!order) throw unknownLink()
  if (order.addressHash !== confirmation.addressHash) throw expiredLink()
  const park = await getPark(db, order.parkId)
  const known = {
    email: order.email,
    parkId: park.id,
    parkName: park.name,
    ...(order.phone !== null && { phoneEnding: order.phone.slice(-4) }),
  }
  if (order.status === 'fulfilled') return { ...known, dates: await listPassDates(db, order.id) }
  if (order.status !== 'awaiting-confirmation' || confirmation.expiresAt <= now) throw expiredLink()

  const windows = toPassWindows({ ...order, timezone: park.timezone, passHours: settings.PASS_HOURS }, now)
  if (windows.length === 0) throw datesOver()
  return { ...known, dates: windows.map(({ date }) => date) }
}
