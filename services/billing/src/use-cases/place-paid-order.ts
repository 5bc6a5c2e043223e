import type { Caller } from '@walkon/service/access'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { tooManyRequests } from '@walkon/service/errors'
import { deleteCreating, findUnderWay, insertCheckout, type CheckoutRow } from '../db/checkouts.ts'
import { listHeldUntil } from '../db/held-codes.ts'
import {
  insertOrder,
  lockAddresses,
  lockSameOrder,
  saveChoice,
  saveExpiry,
  type OrderRow,
} from '../db/orders.ts'
import type { ParkRow } from '../db/parks.ts'
import type { PromoCodeRow } from '../db/promo-codes.ts'
import type { SameOrder } from '../domain/order.ts'
import { toPrice } from '../domain/price.ts'
import { isLimited, toDiscount } from '../domain/promo-code.ts'
import { mayBeOpenedAgain, SESSION_MS } from '../domain/session-life.ts'
import { judgeLocked } from './judge-promo-code.ts'
import type { CodeUseSettings } from './keep-code-uses.ts'
import {
  dayPriceOf,
  refuseLeftAddress,
  toConsent,
  toPlacer,
  toWantedOrder,
  type ActivationDeps,
  type OrderRequest,
} from './place-order.ts'
import { takeSpots } from './take-spots.ts'

/** `isNew`: a page is to be opened, and holds the code and the spots from now on. */
export type PlacedPaid = {
  checkout: CheckoutRow
  order: OrderRow
  heldCode: PromoCodeRow | null
  isNew: boolean
}

/** The most open checkouts of one address that hold a limited code, because a checkout asks for no proof of its address. */
const MAX_HELD_BY_ADDRESS = 2

/**
 * Places an order that is paid, with a try to pay it. The same request while its session is open or its payment under way is
 * the same checkout: a double click opens one page, and a bank debit is not paid twice. It takes over the rides that were chosen last. Throws `address-left`, `date-in-past`, `date-too-far`, `day-sold-out`, `too-many-requests`
 * and `PromoCodeRefused`.
 */
export async function placePaidOrder(
  tx: Transaction,
  { settings, now: clock }: Pick<ActivationDeps, 'settings' | 'now'>,
  asked: OrderRequest,
  { park, caller, client }: { park: ParkRow; caller: Caller | null; client: string },
): Promise<PlacedPaid> {
  const addressHash = hashAddress(asked.email)
  await lockAddresses(tx, [addressHash])
  await refuseLeftAddress(tx, caller, asked)
  const now = clock()
  const wanted = toWantedOrder(asked, park, now)
  const placer = toPlacer(caller, asked)
  const before = await lockSameOrder(tx, wanted, placer)
  const expiresAt = new Date(now.getTime() + SESSION_MS)
  if (before?.status === 'awaiting-payment') {
    await saveChoice(tx, before.id, wanted.watches)
    const underWay = await findUnderWay(tx, before.id, now)
    if (underWay && (underWay.status !== 'creating' || mayBeOpenedAgain(underWay, now)))
      return { checkout: underWay, order: before, heldCode: null, isNew: false }
    if (underWay) await deleteCreating(tx, underWay.id)
    const heldCode = await holdCode(tx, settings, { ...wanted, addressHash, orderId: before.id }, now)
    await takeSpots(tx, settings, { ...wanted, exceptOrderId: before.id }, now)
    await saveExpiry(tx, before.id, expiresAt)
    return { checkout: await insertFor(tx, before, { now, expiresAt }), order: before, heldCode, isNew: true }
  }
  const heldCode = await holdCode(tx, settings, { ...wanted, addressHash }, now)
  await takeSpots(tx, settings, wanted, now)
  const discount = heldCode && toDiscount(heldCode)
  const dayPriceCents = dayPriceOf(settings, wanted.channel)
  const order = await insertOrder(tx, {
    ...wanted,
    ...placer,
    ...toConsent(wanted.channel, client),
    ...toPrice({ days: wanted.dates.length, dayPriceCents, discount }),
    status: 'awaiting-payment',
    createdAt: now,
    expiresAt,
  })
  return { checkout: await insertFor(tx, order, { now, expiresAt }), order, heldCode, isNew: true }
}

const insertFor = (tx: Transaction, order: OrderRow, { now, expiresAt }: { now: Date; expiresAt: Date }) =>
  insertCheckout(tx, {
    orderId: order.id,
    parkId: order.parkId,
    amountCents: order.totalCents,
    createdAt: now,
    expiresAt,
  })

/**
 * Judges the code, with the limit of the address, and locks it: from the commit on the order holds one use of it. A payment is not
 * refused, so this is the last moment to refuse. Returns the code; null without one.
 */
async function holdCode(
  tx: Transaction,
  settings: CodeUseSettings,
  { promoCode: code, channel, addressHash, orderId }: SameOrder & { addressHash: string; orderId?: string },
  now: Date,
): Promise<PromoCodeRow | null> {
  if (code === null) return null
  const judged = await judgeLocked(
    tx,
    settings,
    { code, channel, addressHash, ...(orderId !== undefined && { orderId }) },
    now,
  )
  if (isLimited(judged)) await checkHeldBy(tx, addressHash, orderId, now)
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
