import { audit, conflict } from '@walkon/runtime/admin-actions'
import type { Staff } from '@walkon/runtime/desk-rights'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { AppError, notFound } from '@walkon/service/errors'
import type { Settings } from '../../config.ts'
import { isKnownBuyer } from '../../db/accounts/accounts.ts'
import {
  countGivenDays,
  findGift,
  findOrder,
  insertOrder,
  lockAddresses,
  type OrderRow,
} from '../../db/checkout/orders.ts'
import { findPark, type ParkRow } from '../../db/parks/parks.ts'
import { listPassDates } from '../../db/passes/passes.ts'
import { dayPriceOf, toPrice } from '../../domain/price.ts'
import { countDeskAct } from '../desk/count-desk-act.ts'
import { demandDates } from '../parks/demand-dates.ts'
import { demandRightOverAddress } from '../desk/demand-right.ts'
import { fulfilOrder } from '../checkout/fulfil-order.ts'
import { demandSeenOrders } from '../desk/seen-versions.ts'

export type GiftDeps = { db: Database; now: () => Date; settings: Settings }

type Given = { orderId: string; dates: string[] }
type Asked = { requestId: string; dates: string[]; reason: string; version: number }

const DAY_MS = 86_400_000
const LIMIT_DAYS = 30
/**
 * A second request for the same days within this time is a repetition. A second tab, or a new dialog after a lost answer, has another
 * `requestId`.
 */
const SAME_GIFT_MS = 3_600_000

/**
 * Gives a visitor whom billing knows a pass for email alerts, once for each `requestId`, and the same days once an hour (docs/decisions/passes-of-the-support-desk.md). Throws
 * `park-not-found`, `visitor-not-found`, `date-in-past`, `date-too-far`, `own-account`, `staff-account`, `decision-conflict` if the address has other orders than were seen, and `pass-over-limit` for who is no admin.
 */
export async function givePass(
  deps: GiftDeps,
  giver: Staff,
  { email, parkId, ...asked }: Asked & { email: string; parkId: string },
): Promise<Given> {
  const addressHash = hashAddress(email)
  return deps.db.transaction(async (tx) => {
    await lockAddresses(tx, [addressHash])
    const park = await findPark(tx, parkId)
    if (!park) throw notFound('park')
    await demandRightOverAddress(tx, giver, addressHash)
    if (!(await isKnownBuyer(tx, { email, addressHash })))
      throw new AppError('visitor-not-found', 'No order and no account has this address')
    const like = { email, addressHash, channel: 'email', phone: null, startTime: null } as const
    return insertGift(tx, deps, { asked, park, like, giver, action: 'give-pass' })
  })
}

/**
 * Gives a pass for more days like the one of this order: the same park, channel and start. Throws `order-not-found` for an order without a
 * pass, and what `givePass` throws.
 */
export async function extendPass(
  deps: GiftDeps,
  giver: Staff,
  orderId: string,
  asked: Asked,
): Promise<Given> {
  return deps.db.transaction(async (tx) => {
    const before = await findOrder(tx, orderId)
    if (!before) throw withoutPass()
    await lockAddresses(tx, [before.addressHash])
    // The account can have changed its address, or be erased, before the lock was held.
    const like = await findOrder(tx, orderId)
    if (like?.status !== 'fulfilled' || like.addressHash !== before.addressHash) throw withoutPass()
    await demandRightOverAddress(tx, giver, like.addressHash)
    const park = await findPark(tx, like.parkId)
    if (!park) throw notFound('park')
    return insertGift(tx, deps, { asked, park, like, giver, action: 'extend-pass' })
  })
}

const withoutPass = () => new AppError('order-not-found', 'No pass was made of this order')

type GiftAsked = {
  asked: Asked
  park: ParkRow
  like: Pick<OrderRow, 'email' | 'addressHash' | 'channel' | 'phone' | 'startTime'>
  giver: Staff
  action: 'give-pass' | 'extend-pass'
}

/** The order of the gift, fulfilled. The caller holds the lock of the address. */
async function insertGift(
  tx: Transaction,
  { settings, now: clock }: GiftDeps,
  { asked: { requestId, dates: wanted, reason, version }, park, like, giver, action }: GiftAsked,
): Promise<Given> {
  const { email, addressHash, channel, phone, startTime } = like
  const before = await findOrder(tx, requestId)
  if (before) {
    if (!isSameGift(before, { addressHash, parkId: park.id, channel, dates: wanted }))
      throw conflict('Another order has this requestId')
    return { orderId: requestId, dates: await listPassDates(tx, requestId) }
  }
  await demandSeenOrders(tx, addressHash, version)
  const now = clock()
  const dates = demandDates(wanted, park.timezone, now)
  const gift = { addressHash, parkId: park.id, channel, phone, startTime, dates }
  const same = await findGift(tx, gift, new Date(now.getTime() - SAME_GIFT_MS))
  if (same !== null) return { orderId: same, dates }
  if (!giver.isAdmin) await refuseMany(tx, { addressHash, days: dates.length, now }, settings)
  await countDeskAct(tx, giver, { days: dates.length }, settings, now)
  await insertOrder(tx, {
    id: requestId,
    source: 'support',
    email,
    channel,
    phone,
    startTime,
    parkId: park.id,
    dates,
    ...toPrice({
      days: dates.length,
      dayPriceCents: dayPriceOf(settings, channel),
      discount: { kind: 'all-days' },
    }),
    status: 'awaiting-confirmation',
    createdAt: now,
    expiresAt: now,
  })
  await fulfilOrder(tx, requestId, { now, settings })
  await audit(tx, { actorId: giver.actorId, action, subjectId: requestId, reason, now })
  return { orderId: requestId, dates }
}

const isSameGift = (
  order: OrderRow,
  gift: Pick<OrderRow, 'addressHash' | 'parkId' | 'channel' | 'dates'>,
): boolean =>
  order.source === 'support' &&
  order.addressHash === gift.addressHash &&
  order.parkId === gift.parkId &&
  order.channel === gift.channel &&
  new Set(order.dates).symmetricDifference(new Set(gift.dates)).size === 0

async function refuseMany(
  tx: Transaction,
  { addressHash, days, now }: { addressHash: string; days: number; now: Date },
  settings: Settings,
): Promise<void> {
  if (days > (await readDaysLeftFor(tx, addressHash, settings, now)))
    throw new AppError(
      'pass-over-limit',
      `The support desk gives an address ${settings.SUPPORT_PASS_DAYS} days in ${LIMIT_DAYS} days at most`,
    )
}

/** Reads how many more days members who are no admins may give an address: it gets so many in a month. */
export async function readDaysLeftFor(
  db: Queryable,
  addressHash: string,
  { SUPPORT_PASS_DAYS: limit }: Pick<Settings, 'SUPPORT_PASS_DAYS'>,
  now: Date,
): Promise<number> {
  const since = new Date(now.getTime() - LIMIT_DAYS * DAY_MS)
  return Math.max(0, limit - (await countGivenDays(db, addressHash, since)))
}
