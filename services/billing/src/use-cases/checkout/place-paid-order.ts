import type { Transaction } from '@walkon/service/database'
import { tooManyRequests } from '@walkon/service/errors'
import {
  deleteCreating,
  findUnderWay,
  insertCheckout,
  type CheckoutRow,
} from '../../db/checkout/checkouts.ts'
import { listHeldUntil } from '../../db/promo-codes/held-codes.ts'
import {
  insertOrder,
  lockSameOrder,
  saveChoice,
  saveExpiry,
  type OrderRow,
} from '../../db/checkout/orders.ts'
import type { PromoCodeRow } from '../../db/promo-codes/promo-codes.ts'
import { toPrice } from '../../domain/price.ts'
import { isLimited, toDiscount } from '../../domain/promo-code.ts'
import { mayBeOpenedAgain, SESSION_MS } from '../../domain/session-life.ts'
import { judgeLocked } from '../promo-codes/judge-promo-code.ts'
import type { CodeUseSettings } from '../promo-codes/keep-code-uses.ts'
import type { HeldLimit } from '../../limits/held.ts'
import { lockAddress } from '../accounts/lock-address.ts'
import type { OrderDeps, WantedOrder } from './read-order.ts'
import { takeSpots } from '../parks/take-spots.ts'

export type PlacedPaid = { checkout: CheckoutRow; order: OrderRow }

export type PlaceDeps = Pick<OrderDeps, 'settings' | 'now'> & { heldLimit: HeldLimit }

/** The most open checkouts of one address that hold a limited code, because a checkout asks for no proof of its address. */
const MAX_HELD_BY_ADDRESS = 2

/**
 * Places an order that is paid, with a try to pay it. The same request during an open session or a payment under way is the same checkout.
 * A double click opens one page, and a bank debit is not paid twice. It takes over the rides that were chosen last. Throws `address-left`,
 * `day-sold-out`, `too-many-requests` and `PromoCodeRefused`.
 */
export async function placePaidOrder(
  tx: Transaction,
  { settings, heldLimit, now: clock }: PlaceDeps,
  wanted: WantedOrder,
): Promise<PlacedPaid> {
  const { order: asked, placer, consent, dayPriceCents } = wanted
  await lockAddress(tx, wanted)
  const now = clock()
  const same = await lockSameOrder(tx, asked, placer)
  const before = same?.status === 'awaiting-payment' ? same : null
  if (before) {
    await saveChoice(tx, before.id, asked.watches)
    const underWay = await findUnderWay(tx, before.id, now)
    if (underWay && (underWay.status !== 'creating' || mayBeOpenedAgain(underWay, now)))
      return { checkout: underWay, order: before }
    if (underWay) await deleteCreating(tx, underWay.id)
  }
  const exceptOrderId = before?.id
  const heldCode = await holdCode(tx, settings, { ...wanted, exceptOrderId }, now)
  await takeSpots(tx, settings, { ...asked, ...(exceptOrderId !== undefined && { exceptOrderId }) }, now)
  const expiresAt = new Date(now.getTime() + SESSION_MS)
  if (before) await saveExpiry(tx, before.id, expiresAt)
  const order =
    before ??
    (await insertOrder(tx, {
      ...asked,
      ...placer,
      ...consent,
      ...toPrice({ days: asked.dates.length, dayPriceCents, discount: heldCode && toDiscount(heldCode) }),
      status: 'awaiting-payment',
      createdAt: now,
      expiresAt,
    }))
  const { id: orderId, parkId, totalCents: amountCents } = order
  const checkout = await insertCheckout(tx, { orderId, parkId, amountCents, createdAt: now, expiresAt })
  await admitHeld(heldLimit, { client: wanted.client, heldCode, order }, settings.DAILY_PASSES_PER_PARK)
  return { checkout, order }
}

/** Limits the code and the spots that the order holds while its page is open. */
async function admitHeld(
  limit: HeldLimit,
  { client, heldCode, order }: { client: string; heldCode: PromoCodeRow | null; order: OrderRow },
  spots: number | undefined,
): Promise<void> {
  if (heldCode)
    await limit.admit(client, {
      kind: 'held-promo-code',
      name: heldCode.code,
      uses: heldCode.maxRedemptions,
    })
  for (const date of order.dates)
    await limit.admit(client, { kind: 'held-spots', name: `${order.parkId}:${date}`, uses: spots ?? null })
}

type ExceptOrder = { exceptOrderId: string | undefined }

/**
 * Judges the code, with the limit of the address, and locks it: from the commit on the order holds one use of it. A payment is not
 * refused, so this is the last moment to refuse. Returns the code; null without one.
 */
async function holdCode(
  tx: Transaction,
  settings: CodeUseSettings,
  { order: { promoCode: code, channel }, addressHash, exceptOrderId }: WantedOrder & ExceptOrder,
  now: Date,
): Promise<PromoCodeRow | null> {
  if (code === null) return null
  const judged = await judgeLocked(
    tx,
    settings,
    { code, channel, addressHash, ...(exceptOrderId !== undefined && { orderId: exceptOrderId }) },
    now,
  )
  if (isLimited(judged)) await checkHeldBy(tx, addressHash, exceptOrderId, now)
  return judged
}

async function checkHeldBy(
  tx: Transaction,
  addressHash: string,
  exceptOrderId: string | undefined,
  now: Date,
): Promise<void> {
  const heldUntil = await listHeldUntil(
    tx,
    { addressHash, ...(exceptOrderId !== undefined && { exceptOrderId }) },
    now,
  )
  const [first] = heldUntil
  if (!first || heldUntil.length < MAX_HELD_BY_ADDRESS) return
  throw tooManyRequests('held-promo-code', Math.ceil((first.getTime() - now.getTime()) / 1_000))
}
