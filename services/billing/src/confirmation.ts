import { publishedBy } from '@walkon/contracts/event'
import type { ConfirmedActivation } from '@walkon/contracts/http/billing'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import { emit } from '@walkon/messaging/emit'
import type { Database, Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Settings } from './config.ts'
import {
  countConfirmations,
  findConfirmation,
  insertConfirmation,
  saveConfirmed,
} from './db/confirmations.ts'
import { lockOrder, saveExpiry, type OrderRow } from './db/orders.ts'
import type { ParkRow } from './db/parks.ts'
import { fulfil, giveUp, type Fulfilment } from './fulfilment.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Anybody can have a link sent to anybody, so that no inbox may be flooded with them. */
const MAX_LINKS_PER_DAY = 20

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Asks the notifier to mail the link that confirms an order, and keeps the order for as long as the link works.
 * Returns null, or the seconds to wait where the address has just been sent a link: nothing is sent then.
 */
export async function requestConfirmation(
  tx: Transaction,
  { order, park, now, hours }: { order: OrderRow; park: ParkRow; now: Date; hours: number },
): Promise<number | null> {
  const { addressHash } = order
  const { sent, lastSentAt } = await countConfirmations(tx, addressHash, new Date(now.getTime() - DAY_MS))
  const nextAt = (lastSentAt?.getTime() ?? 0) + (sent < MAX_LINKS_PER_DAY ? MINUTE_MS : DAY_MS)
  if (nextAt > now.getTime()) return Math.ceil((nextAt - now.getTime()) / 1000)

  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + hours * 60 * MINUTE_MS)
  await insertConfirmation(tx, {
    tokenHash: sha256(token),
    orderId: order.id,
    addressHash,
    sentAt: now,
    expiresAt,
  })
  await saveExpiry(tx, order.id, expiresAt)
  const validUntil = expiresAt.toISOString()
  await emit(tx, publishedBy('billing', notificationRequested), [
    {
      data: {
        notificationId: randomUUID(),
        recipient: { channel: 'email', address: order.email },
        notification: {
          kind: 'confirm-alerts',
          token,
          parkName: park.name,
          dates: order.dates,
          expiresAt: validUntil,
        },
        expiresAt: validUntil,
      },
    },
  ])
  return null
}

export type ConfirmationDeps = { db: Database; settings: Settings; now: () => Date }

/**
 * Fulfils the order that the link was mailed for. The same link says the same again, for ever: a second tab, a double
 * click or a lost answer is no error. Throws `confirmation-token-invalid`, `confirmation-token-expired`, `dates-over`.
 */
export async function confirm(
  { db, settings, now: clock }: ConfirmationDeps,
  token: string,
): Promise<ConfirmedActivation> {
  const now = clock()
  const confirmation = await findConfirmation(db, sha256(token))
  if (!confirmation) throw unknownLink()

  const fulfilment = await db.transaction(async (tx): Promise<Fulfilment> => {
    const order = await lockOrder(tx, confirmation.orderId)
    // Erased at this moment, and the link with it.
    if (!order) throw unknownLink()
    if (order.status !== 'fulfilled' && confirmation.expiresAt <= now) return { state: 'given-up' }
    const result = await fulfil(tx, confirmation.orderId, { now, passHours: settings.PASS_HOURS })
    if (result.state === 'dates-over') await giveUp(tx, [confirmation.orderId])
    else if (result.state === 'fulfilled') await saveConfirmed(tx, confirmation.addressHash, now)
    return result
  })

  if (fulfilment.state === 'dates-over')
    throw new AppError(410, 'dates-over', 'The days you chose are over at the park')
  if (fulfilment.state === 'given-up')
    throw new AppError(410, 'confirmation-token-expired', 'This link has expired. Please activate again.')
  const { park, dates } = fulfilment
  return { status: 'active', parkId: park.id, parkName: park.name, dates }
}

const unknownLink = () => new AppError(404, 'confirmation-token-invalid', 'This link is not one of ours')
